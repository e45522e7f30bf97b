"""What is drawn and touched: canvas, painter, typefaces, icons, widgets. No table is known here."""
