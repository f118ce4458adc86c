BILLING = """You are {desk}."""
