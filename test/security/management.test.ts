import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadBundle } from "#server/pages/assets.ts";
import { startShop, type Shop } from "../support/shop.ts";

const statusOf = async (url: string, headers: Record<string, string> = {}) => (await fetch(url, { headers })).status;

describe("a shop with a management port", () => {
  let shop: Shop;
  let management: string;
  beforeAll(async () => {
    shop = await startShop({ jobs: true, env: { MANAGEMENT_PORT: "0" } });
    management = shop.kasse.managementAddress ?? "";
  });
  afterAll(() => shop.stop());

  test("has metrics only there, on this machine only", async () => {
    expect(management).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await shop.shopper().prepare("1");
    const text = await (await fetch(`${management}/metrics`)).text();
    expect(text).toContain("kasse_request_duration_seconds");
    expect(text).toContain("kasse_orders");
    expect(await statusOf(`${shop.url}/metrics`)).toBe(404);
  });

  test.each(["/livez", "/readyz"])("%s answers on both ports", async (path) => {
    expect(await statusOf(shop.url + path)).toBe(200);
    expect(await statusOf(management + path)).toBe(200);
  });

  test.each(["/", "/public-api/catalogue", "/sandbox/messages", "/docs"])(
    "%s is not on the management port",
    async (path) => {
      expect(await statusOf(management + path)).toBe(404);
    },
  );
});

describe("the sandboxes' pages", () => {
  const lines: Record<string, unknown>[] = [];
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({
      jobs: true,
      onLog: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
      env: {
        LOG_LEVEL: "error",
        SANDBOX_PASSWORD: "geheim",
        MAIL_PROVIDER: "smtp",
        SMTP_URL: "smtp://localhost:9",
        SMS_PROVIDER: "none",
      },
    });
  });
  afterAll(() => shop.stop());
  const basic = (password: string) => ({
    authorization: `Basic ${Buffer.from(`anna:${password}`).toString("base64")}`,
  });

  test("exist only with their sandbox", async () => {
    expect(await statusOf(`${shop.url}/sandbox/messages`, basic("geheim"))).toBe(404);
    const orders = await fetch(`${shop.url}/sandbox/orders`, { headers: { ...basic("geheim"), accept: "text/html" } });
    expect(orders.status).toBe(200);
    expect(await orders.text()).not.toContain("/sandbox/messages");
  });

  test.each([
    ["no password", {}],
    ["another password", basic("geheim2")],
    ["no colon", { authorization: `Basic ${Buffer.from("geheim").toString("base64")}` }],
    ["a token", { authorization: "Bearer geheim" }],
    ["nonsense", { authorization: "Basic ????" }],
  ])("ask for the password: %s", async (_, headers) => {
    for (const url of [
      `${shop.url}/sandbox/orders`,
      `${shop.kasse.paymentOrigin}/pay/x`,
      `${shop.kasse.paymentOrigin}/faults`,
    ]) {
      const reply = await fetch(url, { headers });
      expect([url, reply.status]).toEqual([url, 401]);
      expect(reply.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    }
  });

  test("log a wrong one as a security event", async () => {
    const before = lines.length;
    await statusOf(`${shop.url}/sandbox/orders`, basic("falsch"));
    await statusOf(`${shop.kasse.paymentOrigin}/pay/x`, basic("falsch"));
    await statusOf(`${shop.url}/sandbox/orders`);
    expect(lines.slice(before).map(({ security, by }) => [security, by])).toEqual([
      ["login.failed", "Kasse sandbox"],
      ["login.failed", "Kasse payment sandbox"],
    ]);
  });

  test("open with it, including the payment page", async () => {
    expect(await statusOf(`${shop.kasse.paymentOrigin}/pay/x`, basic("geheim"))).toBe(404);
    expect(await statusOf(`${shop.kasse.paymentOrigin}/faults`, basic("geheim"))).toBe(200);
  });
});

describe("a shop without text messages and eSIMs", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop({
      jobs: true,
      env: { SMS_PROVIDER: "none", ESIM_PROVIDER: "none" },
      bundle: await loadBundle(),
    });
  });
  afterAll(() => shop.stop());

  test("sends no code and sells no eSIM", async () => {
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    expect(await shopper.call("sendSms", { phone: "0784000004" })).toMatchObject({ status: 401 });
    expect(await shop.messages("41784000004")).toEqual([]);
    await shopper.register("no-esim@example.ch");
    expect((await shopper.prepare("4")).body).toMatchObject({ esim: false });
    const { personForm, picture } = await import("../support/people.ts");
    const form = personForm("no-esim@example.ch");
    const refused = await shopper.call("validateCustomer", { ...form, simType: "1" } as never);
    expect(refused).toMatchObject({ status: 422, body: { errors: { simType: [expect.any(String)] } } });
    expect((await shopper.call("validateCustomer", { ...form, simType: "0" } as never)).status).toBe(200);
    expect(await (await fetch(`${shop.url}/checkout/3`)).text()).toContain('"sms":false');
    const buyer = shop.shopper();
    await buyer.choose({ type: "Tariff", tariff: "SMART30" });
    await buyer.becomeCustomer("card-only@example.ch", await picture());
    expect((await buyer.call("createOrder", { billPayed: false })).status).toBe(200);
  });
});
