# One module for each team.
