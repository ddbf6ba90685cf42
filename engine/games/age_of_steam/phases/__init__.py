"""The ten phases of a turn, a file each (aos-2.1); production and growth share the ninth."""
