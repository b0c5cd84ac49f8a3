import csv
import time

from millrace_sdk import open_run

with open_run() as run:
    limit = run.parameter("limit")
    total = 0
    with run.component("read_orders", "csv", connector_label="Orders") as read, open("orders.csv", encoding="utf-8", newline="") as file:
        for order in csv.DictReader(file):
            read.processed()
            if int(order["amount"]) > limit:
                run.rejected(f"Order {order['id']} is rejected: {order['amount']} is more than {limit}")
                if run.parameter("strict"):
                    raise ValueError(f"Order {order['id']} is more than {limit}, and strict is true")
            else:
                run.processed()
                total += int(order["amount"])
    run.reads("file", "orders.csv")
    print(f"The sum is {total}", flush=True)
    try:
        time.sleep(run.parameter("pause_seconds"))
    finally:
        if run.stopped:
            print("Cleaned up after the stop", flush=True)
    run.writes("postgres://db.example.com:5432", "shop.public.sums")
