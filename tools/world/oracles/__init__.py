"""What must hold of every evening, whatever went wrong; no verdict here is the product's own."""
