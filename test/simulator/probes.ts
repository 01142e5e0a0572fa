import { createHmac, randomUUID } from "node:crypto";
import { CUSTOMER_BASE } from "#simulator/customers/base.ts";
import { NETWORK } from "#simulator/network/camara.ts";
import { RECEIVER } from "#simulator/orders/receiver.ts";
import { TWILIO } from "#simulator/sms/twilio.ts";
import { RECIPIENT } from "../support/recorded-log.ts";

export type Settings = Readonly<Record<string, string>>;
/**
 * Triggers the calls that a provider's failures affect: a call of the shop, and the provider's own messages. `act`
 * performs an action of the page.
 */
export type Probe = (settings: Settings, act: (action: string, id: string) => Promise<unknown>) => Promise<unknown>;

/** Delivers the event of an order like the shop. */
export function deliver(
  settings: Settings,
  eventId: string,
  { number = "K100001", ageSeconds = 0 } = {},
): Promise<Response> {
  const body = JSON.stringify({
    eventId,
    eventType: "ProductOrderCreateEvent",
    event: { productOrder: { id: number, productOrderItem: [{ productOffering: { name: "SMART 30" } }] } },
  });
  const time = Math.floor(Date.now() / 1000) - ageSeconds;
  const signature = createHmac("sha256", RECEIVER.secret).update(`${time}.${body}`).digest("hex");
  return fetch(settings["ORDER_WEBHOOK_URL"] ?? "", {
    method: "POST",
    body,
    headers: { "x-kasse-signature-v2": `t=${time},v1=${signature}` },
  });
}

/** Calls a function of ES2+ (GSMA SGP.22 6.5). */
async function es2(settings: Settings, call: string, body: object): Promise<Readonly<Record<string, string>>> {
  const reply = await fetch(`${settings["ES2PLUS_URL"]}/gsma/rsp2/es2plus/${call}`, {
    method: "POST",
    headers: { "x-admin-protocol": "gsma/rsp/v2.2.0" },
    body: JSON.stringify({
      header: { functionRequesterIdentifier: "1", functionCallIdentifier: call },
      ...body,
    }),
  });
  return (await reply.json()) as Readonly<Record<string, string>>;
}

/** The probes of the providers of extensions. */
const OF_EXTENSIONS = import.meta.glob<{ readonly PROBES: Readonly<Record<string, Probe>> }>(
  "../../extensions/*/test/probes.ts",
  { eager: true },
);

export const PROBES: Readonly<Record<string, Probe>> = {
  ...(Object.assign({}, ...Object.values(OF_EXTENSIONS).map((each) => each.PROBES)) as Record<string, Probe>),
  async receiver(settings, act) {
    await deliver(settings, "kept-before");
    await deliver(settings, "event-1");
    await act("accepted", "K100001");
  },
  "customer-base": (settings) =>
    fetch(`${settings["CUSTOMER_BASE_URL"]}/solvency/check`, {
      method: "POST",
      headers: { authorization: `Bearer ${CUSTOMER_BASE.secret}` },
      body: JSON.stringify({ lastName: "Beispiel" }),
    }),
  twilio: (settings) =>
    fetch(`${settings["TWILIO_URL"]}/2010-04-01/Accounts/${TWILIO.accountSid}/Messages.json`, {
      method: "POST",
      headers: { authorization: `Basic ${Buffer.from(`${TWILIO.apiKey}:${TWILIO.apiSecret}`).toString("base64")}` },
      body: new URLSearchParams({
        To: `+${RECIPIENT}`,
        From: "Alpenfon",
        Body: "@shop #123456",
        ValidityPeriod: "300",
      }),
    }),
  async smdp(settings, act) {
    const { iccid = "" } = await es2(settings, "downloadOrder", { profileType: "CONSUMER" });
    await es2(settings, "confirmOrder", { iccid, matchingId: randomUUID(), releaseFlag: true });
    await act("install", iccid.replace("F", ""));
  },
  async platform(settings, act) {
    const profile = settings["AGENTS_PLATFORMS"] ?? "";
    await act("prepare", "mobile:SMART30:182400002");
    await fetch(new URL("/webhook", profile), { method: "POST", body: "{}" });
  },
  async camara(settings) {
    const basic = Buffer.from(`${NETWORK.clientId}:${NETWORK.clientSecret}`).toString("base64");
    const asked = await fetch(settings["NETWORK_TOKEN_URL"] ?? "", {
      method: "POST",
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        scope: "dpv:FraudPreventionAndDetection sim-swap:check",
      }),
    });
    const { access_token: token } = (await asked.json()) as { access_token: string };
    return fetch(`${settings["NETWORK_URL"]}/sim-swap/v2/check`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ phoneNumber: `+${RECIPIENT}`, maxAge: 72 }),
    });
  },
};
