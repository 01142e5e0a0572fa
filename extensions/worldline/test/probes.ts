import { createHmac } from "node:crypto";
import { request } from "node:https";
import type { Probe, Settings } from "#test/simulator/probes.ts";
import { WORLDLINE } from "../simulator/connect.ts";

async function payOnHostedPage(settings: Settings): Promise<unknown> {
  const path = `/v1/${WORLDLINE.merchant}/hostedcheckouts`;
  const [type, date] = ["application/json", new Date().toUTCString()];
  const signature = createHmac("sha256", WORLDLINE.secret).update(`POST\n${type}\n${date}\n${path}\n`).digest("base64");
  const made = await fetch(settings["WORLDLINE_URL"] + path, {
    method: "POST",
    headers: { "content-type": type, date, authorization: `GCS v1HMAC:${WORLDLINE.keyId}:${signature}` },
    body: JSON.stringify({
      order: { amountOfMoney: { amount: 2000 }, references: { merchantReference: "reference-1" } },
      hostedCheckoutSpecificInput: { returnUrl: "http://127.0.0.1/7p" },
    }),
  });
  const { hostedCheckoutId: id, partialRedirectUrl } = (await made.json()) as Readonly<Record<string, string>>;
  const port = /:(\d+)\//.exec(partialRedirectUrl ?? "")?.[1];
  return new Promise((resolve, reject) => {
    request(
      { host: "127.0.0.1", port, path: `/checkout/${id}/pay`, method: "POST", rejectUnauthorized: false },
      resolve,
    )
      .once("error", reject)
      .end();
  });
}

export const PROBES: Readonly<Record<string, Probe>> = { worldline: payOnHostedPage };
