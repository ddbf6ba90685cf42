"""The phases of Spike, one file each: gift, opening, expert, place, turn, close, routes."""
