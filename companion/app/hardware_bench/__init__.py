"""What the hardware pages need of the machine: pins, raw input, boxes of tags."""
