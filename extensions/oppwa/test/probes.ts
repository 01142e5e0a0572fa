import { randomUUID } from "node:crypto";
import type { Probe, Settings } from "#test/simulator/probes.ts";
import { OPPWA } from "../simulator/platform.ts";
import { CARDS } from "../simulator/widget.ts";

/** The data that a bank needs for 3-D Secure 2. */
const PAYER = {
  "billing.city": "Zuerich",
  "billing.country": "CH",
  "billing.street1": "Bahnhofstrasse 1",
  "billing.postcode": "8001",
  "customer.email": "nora@example.ch",
};

/** Creates a checkout at the Open Payment Platform; returns its id. */
export async function makeCheckout(settings: Settings): Promise<string> {
  const form = { entityId: OPPWA.entityId, amount: "20.00", currency: "CHF", paymentType: "DB" };
  const made = await fetch(`${settings["OPPWA_URL"]}/v1/checkouts`, {
    method: "POST",
    headers: { authorization: `Bearer ${OPPWA.token}` },
    body: new URLSearchParams({ ...form, merchantTransactionId: randomUUID(), ...PAYER }),
  });
  return ((await made.json()) as { id: string }).id;
}

/** Submits a card that the bank accepts at once, like the widget. */
export function sendCard(settings: Settings, id: string): Promise<Response> {
  return fetch(`${settings["OPPWA_URL"]}/v1/checkouts/${id}/payment`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ "card.number": CARDS.frictionless, shopperResultUrl: "http://127.0.0.1/result" }),
  });
}

export const PROBES: Readonly<Record<string, Probe>> = {
  oppwa: async (settings) => sendCard(settings, await makeCheckout(settings)),
};
