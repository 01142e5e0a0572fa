import { randomUUID } from "node:crypto";
import type { Probe, Settings } from "#test/simulator/probes.ts";
import { DATATRANS } from "../simulator/platform.ts";

async function payByTwint(settings: Settings): Promise<unknown> {
  const url = settings["DATATRANS_URL"] ?? "";
  const basic = Buffer.from(`${DATATRANS.merchant}:${DATATRANS.password}`).toString("base64");
  const back = "http://127.0.0.1/result";
  const made = await fetch(`${url}/v1/transactions`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
    body: JSON.stringify({
      currency: "CHF",
      amount: 2000,
      refno: randomUUID().replaceAll("-", "").slice(0, 18),
      paymentMethods: ["TWI"],
      redirect: { successUrl: back, cancelUrl: back, errorUrl: back },
    }),
  });
  const { transactionId } = (await made.json()) as { transactionId: string };
  return fetch(`${url}/v1/twint/${transactionId}?app=pay`, { redirect: "manual" });
}

export const PROBES: Readonly<Record<string, Probe>> = { datatrans: payByTwint };
