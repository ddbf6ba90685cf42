"""The phases of a turn, in their order: auction, actions, income."""
