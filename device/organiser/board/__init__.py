"""The public live board: pages without any write route, over a handle through which nothing can be written."""
