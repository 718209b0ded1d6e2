"""What a table in a café needs of the machine: PIN, staff log, staff calls, USB sticks."""
