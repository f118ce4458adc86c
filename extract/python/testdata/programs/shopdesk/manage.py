#!/usr/bin/env python
import json
import sys


def main():
    from shopdesk.core.apps import setup

    setup()
    from shopdesk.urls import dispatch

    path, customer_id, message = sys.argv[1:4]
    print(json.dumps(dispatch(path, {"id": int(customer_id)}, message)))


if __name__ == "__main__":
    main()
