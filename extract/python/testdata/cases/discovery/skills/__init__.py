# Skills are found by walking.
