"""The table: what is entered at it whatever page is open, and how it is drawn."""
