from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass
class Employee:
    id: str
    name: str
    country: str = "DE"
    is_manager: bool = False
    salary: float = 0.0

    def public(self) -> dict[str, str]:
        data = asdict(self)
        data.pop("salary")
        return {k: str(v) for k, v in data.items()}


_STAFF = {
    "e1": Employee("e1", "Ada", is_manager=True, salary=7200),
    "e2": Employee("e2", "Grace", country="US", salary=6100),
}


def find_employee(employee_id: str) -> Employee:
    return _STAFF.get(employee_id, Employee(employee_id, "unknown"))
