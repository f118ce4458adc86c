# Deeper skills.
