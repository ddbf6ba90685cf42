"""The actions, one file for each kind: what is offered, what is refused, what is played."""
