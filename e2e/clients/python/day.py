"""A day of tills that sell by the Python client: what each took for sold in the end, and how many calls gave it no answer."""

import json
import random
import re
import sys
import threading
from datetime import datetime, timezone
from decimal import Decimal

from aliado import AliadoClient, AliadoUnanswered, new_idempotency_key


def snake(options):
    return {re.sub("[A-Z]", lambda found: "_" + found[0].lower(), name): value for name, value in options.items()}


def sell_all_day(till, client, asked, day):
    person = asked["person"]

    def settled(call):
        for _ in range(asked["resentMax"] + 1):
            try:
                return call()
            except AliadoUnanswered:
                day["unanswered"] += 1
        raise RuntimeError("nothing settles it")

    for n in range(1, asked["sales"] + 1):
        # What a till keeps before it calls.
        reference = f"T-{till}-{n}"
        apply_key, confirm_key = new_idempotency_key(), new_idempotency_key()
        amount = Decimal(10_000 + n) / 100
        offers = settled(lambda: client.eligibility({**person, "purchaseAmount": amount}))["discounts"]
        purchase = {
            **person,
            "merchantDiscountId": offers[0]["merchantDiscountId"],
            "purchaseAmount": amount,
            "reference": reference,
        }
        held = settled(lambda: client.apply(purchase, apply_key))
        paid = {
            "authorizationCode": held["authorizationCode"],
            "reference": reference,
            "consumptionDate": datetime.now(timezone.utc).isoformat(),
        }
        day["sold"].append(settled(lambda: client.confirm(paid, confirm_key)))


def main():
    asked = json.load(sys.stdin)
    days = [{"sold": [], "unanswered": 0} for _ in asked["urls"]]
    clients = [
        AliadoClient(url, **snake(asked["credential"]), **snake(asked["options"]), random=random.Random(100 + till).random)
        for till, url in enumerate(asked["urls"])
    ]
    faults = []

    def run(till):
        try:
            sell_all_day(till, clients[till], asked, days[till])
        except BaseException as fault:
            faults.append(repr(fault))

    threads = [threading.Thread(target=run, args=(till,)) for till in range(len(clients))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise SystemExit("\n".join(faults))

    # The list comes whole through the same network.
    for left in range(asked["resentMax"], -1, -1):
        try:
            listed = list(clients[0].consumptions(page_size=40))
            break
        except AliadoUnanswered:
            if left == 0:
                raise
    found = {
        "sold": [sale for day in days for sale in day["sold"]],
        "unanswered": sum(day["unanswered"] for day in days),
        "listed": listed,
    }
    json.dump(found, sys.stdout, default=float)


main()
