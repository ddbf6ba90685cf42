"""The phases of a round of Parlour, a file each; `drop` interrupts `turn`."""
