"""What the hardware pages ask of the machine: pins, raw input, boxes of tags."""
