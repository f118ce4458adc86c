PRODUCTS = {
    "SKU-1": {"name": "Espresso machine", "price": 349.0, "stock": 4},
    "SKU-2": {"name": "Milk frother", "price": 39.9, "stock": 0},
}
ORDERS = {"A100": {"customer": "c1", "items": ["SKU-1"], "status": "delivered", "total": 349.0}}
CARTS: dict[str, list[str]] = {}
