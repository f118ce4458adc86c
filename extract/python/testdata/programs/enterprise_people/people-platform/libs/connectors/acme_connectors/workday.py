async def worker(employee_id: str) -> dict[str, str]:
    return {"id": employee_id, "name": "Sam Doe", "manager": "E-2", "site": "Leeds"}


def leave_days(employee_id: str) -> int:
    return 12
