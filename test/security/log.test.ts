import { afterAll, beforeAll, expect, test } from "vitest";
import { PATHS } from "#contract/all-paths.ts";
import { API_PREFIX } from "#contract/paths.ts";
import { SECURITY_EVENTS, SECURITY_FIELDS } from "#server/platform/security/events.ts";
import { picture } from "../support/people.ts";
import { expectOk } from "../support/shopper.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

/** Everything that a whole sale logs at the most verbose level. */
let shop: Shop;
let image: Blob;
const lines: string[] = [];
beforeAll(async () => {
  const env = { LOG_LEVEL: "debug", TRUST_PROXY: "1" };
  [shop, image] = await Promise.all([
    startShop({ jobs: true, env, onLog: (line) => void lines.push(line) }),
    picture(),
  ]);
});
afterAll(() => shop.stop());

const EMAIL = "leo.logbuch@example.ch";
const PERSON = {
  first_name: "Leopoldine",
  last_name: "Logbuch-Schreiber",
  mobilePhone: "41786660101",
  address: "Protokollgasse",
  idNo: "L0GB00K99",
  issuer: "Amt für Protokolle",
};
const TRANSFER = { mnp: true, mnpMsisdn: "41796660102", mnpSubscriptionType: "Prepaid", puk: "90817263" };

test(
  "a debug log of whole sales contains no name, number, address, token, code or password",
  { timeout: 300_000 },
  async () => {
    const secrets = new Set([
      EMAIL,
      ...Object.values(PERSON),
      TRANSFER.mnpMsisdn,
      TRANSFER.puk,
      "ein-gutes-Wort-2026",
      "kasse-demo-2026",
      "falsches Wort",
      "198.51.100.7",
    ]);
    const keep = (value: unknown) => (typeof value === "string" && value.length > 5 ? secrets.add(value) : secrets);
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART60", mobile: "AARE5" });
    await shopper.logIn(EMAIL, "falsches Wort");
    await shopper.becomeCustomer(EMAIL, image, { ...PERSON, ...TRANSFER, simType: "1" });
    await expectOk("order", shopper.call("createOrder", {}));
    for (const value of [shopper.token, shopper.checkoutId]) keep(value);
    // A payment, from another address, that is paid; and failures on the way.
    shopper.checkoutId = null;
    await shopper.choose({ type: "Tariff", tariff: "PREPAID20" });
    const form = { ...PERSON, email: EMAIL } as never;
    await shopper.call("validateCustomer", form);
    await shopper.request(
      "POST",
      "/public-api/me",
      {},
      { authorization: `Bearer ${"x".repeat(43)}`, "x-forwarded-for": "198.51.100.7" },
    );
    await shopper.request("POST", "/public-api/checkout", {}, { "X-XSRF-TOKEN": null });
    await shopper.request("POST", "/public-api/payment-webhook/sandbox-hosted", { id: "x" });
    const known = shop.shopper();
    await known.choose({ type: "Tariff", tariff: "PREPAID20" });
    const sent = await expectOk("sms", known.call("sendSms", { phone: "078 400 00 01" }));
    const [message] = await shop.messages("41784000001");
    const code = /\d{6}/.exec(message?.text ?? "")?.[0] ?? "";
    expect(code).toMatch(/^\d{6}$/);
    const { body } = await expectOk("login", known.call("smsLogin", { id: sent.body.user.userId, code }));
    for (const value of [body.token, code, sent.body.user.userId, "41784000001"]) keep(value);
    await known.call("passwordReset", { username: EMAIL });
    await eventually("the mails", async () => (await shop.messages(EMAIL)).length > 1);
    await eventually("the hand-over", async () => (await shop.orders()).length > 0);

    expect(lines.length).toBeGreaterThan(5);
    const log = lines.join("\n");
    for (const secret of secrets) expect(log).not.toContain(secret);
  },
);

test.each(["orderEvents", "stockEvents", "eidEvents", "esimProgress"] as const)(
  "%s with a wrong secret is rejected and logged, with any body, also if no secret is set",
  async (name) => {
    const [, path] = PATHS[name];
    const noted = () => lines.filter((line) => line.includes("webhook.forged") && line.includes(path)).length;
    for (const [token, body] of [
      ["Bearer wrong", "{"],
      ["Bearer null", "{}"],
      ["", "[1]"],
    ] as const) {
      const before = noted();
      const headers = { "content-type": "application/json", ...(token && { authorization: token }) };
      const reply = await fetch(shop.url + API_PREFIX + path, { method: "POST", headers, body });
      expect(reply.status).toBe(401);
      expect(noted()).toBe(before + 1);
    }
  },
);

test("its security events are one line of JSON each, with documented fields only", () => {
  const events = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ security }) => security !== undefined);
  const written = new Set(events.map(({ security }) => security));
  for (const event of ["xsrf.refused", "webhook.forged", "token.refused"]) expect(written).toContain(event);
  for (const event of events) {
    expect(SECURITY_EVENTS).toHaveProperty([String(event["security"])]);
    for (const field of Object.keys(event)) expect(SECURITY_FIELDS).toHaveProperty([field]);
  }
});
