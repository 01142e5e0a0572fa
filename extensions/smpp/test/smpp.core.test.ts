import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Unavailable } from "#server/platform/unavailable.ts";
import { wideLimits } from "#test/support/wide-limits.ts";
import { expectOk } from "#test/support/shopper.ts";
import { eventually, startShop, type Shop } from "#test/support/shop.ts";
import { startSmsCentre } from "../simulator/centre.ts";
import { RECIPIENT } from "#test/support/recorded-log.ts";
import { smsClient } from "./sms-client.ts";
import { stillClock } from "#test/support/window-end.ts";

let centre: Awaited<ReturnType<typeof startSmsCentre>>;
const open: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  centre = await startSmsCentre();
});
afterEach(async () => {
  Object.assign(centre.state, { statuses: [], bindStatus: 0, silent: false, cutNext: false, garbageNext: false });
  for (const client of open.splice(0)) await client.stop();
});
afterAll(() => centre.stop());

async function client(more: Parameters<typeof smsClient>[1] = {}) {
  const sms = await smsClient(centre, more);
  open.push(sms);
  return sms;
}
/** Returns the parts of one message that the centre received. */
async function partsOf(text: string) {
  const before = centre.texts.length;
  expect(await (await client()).send(text)).toBe("sent");
  return centre.texts.slice(before);
}
const ucs2 = (bytes: Buffer) => Buffer.from(bytes).swap16().toString("utf16le");

describe("a text message by SMPP", () => {
  test("is sent as transceiver, to a number, in the GSM alphabet if possible", async () => {
    const [part, ...more] = await partsOf("Grüezi [5 €] @shop #123456");
    expect(centre.binds.at(-1)).toEqual({ systemId: "kasse", password: "secret08", systemType: "", version: 0x34 });
    expect(more).toEqual([]);
    expect(part).toMatchObject({
      from: { ton: 5, npi: 0, address: "Alpenfon" },
      to: { ton: 1, npi: 1, address: RECIPIENT },
      esmClass: 0,
      dataCoding: 0,
    });
    // 3GPP TS 23.038: ü is 7e, [ and € are escaped, @ is 00.
    expect(part?.message.toString("hex")).toBe(
      `4772${"7e"}657a6920${"1b3c"}3520${"1b65"}${"1b3e"}20${"00"}73686f702023313233343536`,
    );
  });

  test("with other letters is sent as UCS-2", async () => {
    const [part] = await partsOf("Vaš kod je 123456");
    expect(part?.dataCoding).toBe(8);
    expect(ucs2(part?.message ?? Buffer.alloc(0))).toBe("Vaš kod je 123456");
  });

  test.each([
    ["GSM, 160 letters", "a".repeat(160), [160]],
    ["GSM, 161 letters", "a".repeat(161), [153, 8]],
    ["GSM, an escaped letter at the cut", `${"a".repeat(152)}€${"b".repeat(20)}`, [152, 22]],
    ["UCS-2, 70 letters", "š".repeat(70), [140]],
    ["UCS-2, 71 letters", "š".repeat(71), [134, 8]],
    ["UCS-2, a letter of two units at the cut", `${"š".repeat(66)}😀${"č".repeat(9)}`, [132, 22]],
  ])("%s, is split where allowed", async (_name, text, lengths) => {
    const parts = await partsOf(text);
    const headers = parts.map(({ message }) => (parts.length > 1 ? message.subarray(0, 6) : Buffer.alloc(0)));
    const bodies = parts.map(({ message }, at) => message.subarray(headers[at]?.length));
    expect(bodies.map(({ length }) => length)).toEqual(lengths);
    if (parts.length > 1) {
      expect(new Set(headers.map((header) => header[3])).size, "one reference").toBe(1);
      expect(headers.map((header) => [...header.subarray(0, 3), header[4], header[5]])).toEqual(
        parts.map((_part, at) => [5, 0, 3, parts.length, at + 1]),
      );
      expect(parts.every(({ esmClass }) => esmClass === 0x40)).toBe(true);
    }
    const whole = Buffer.concat(bodies);
    if (parts[0]?.dataCoding === 8) expect(ucs2(whole)).toBe(text);
    else expect(whole.toString("latin1").replaceAll("\x1be", "€")).toBe(text);
  });

  test("uses one connection, which is reopened after it breaks", async () => {
    const sms = await client();
    const binds = centre.binds.length;
    await Promise.all(["a", "b", "c"].map((text) => sms.send(text)));
    expect(centre.binds.length - binds).toBe(1);
    centre.cut();
    await eventually("the next one goes", () => sms.send("d").catch(() => null));
    expect(centre.binds.length - binds).toBe(2);
  });

  test.each(["silent", "cutNext", "garbageNext"] as const)(
    "has an unknown outcome if the centre is %s",
    async (fault) => {
      const sms = await client();
      await sms.send("a");
      centre.state[fault] = true;
      await expect(sms.send("b")).rejects.toThrow(Unavailable);
      centre.state[fault] = false;
      expect(await eventually("sent again", () => sms.send("c").catch(() => null))).toBe("sent");
    },
  );

  test("is not sent without a connection: no server, or no answer to the bind", async () => {
    const alone = await client({ port: 9 });
    expect(await alone.send("a")).toBe("later");
    expect(alone.lines).toEqual([expect.objectContaining({ level: "warn", status: "SMPP: ECONNREFUSED" })]);
    centre.state.silent = true;
    const ignored = await client();
    expect(await ignored.send("a")).toBe("later");
    expect(ignored.lines).toHaveLength(1);
  });

  test("keeps an idle connection alive, and drops a dead one", async () => {
    const sms = await client({ enquireMs: 50 });
    await sms.send("a");
    const binds = centre.binds.length;
    await eventually("two questions", () =>
      Promise.resolve(centre.received.filter((name) => name === "enquire_link").length >= 2),
    );
    expect(centre.binds.length).toBe(binds);
    centre.state.silent = true;
    // Once the connection has been dropped, nothing asks any more, and the next message binds again.
    await eventually("the connection is dropped", () => Promise.resolve(centre.connections() === 0));
    centre.state.silent = false;
    expect(await sms.send("b")).toBe("sent");
    expect(centre.binds.length).toBe(binds + 1);
  });

  test("ends with an unbind", async () => {
    const sms = await client();
    await sms.send("a");
    await sms.stop();
    expect(centre.received.at(-1)).toBe("unbind");
  });
});

describe("a shop that sends by SMPP", () => {
  let shop: Shop;
  const start = (more: Record<string, string> = {}, clock: { readonly now?: () => Date } = {}) =>
    startShop({
      ...clock,
      jobs: true,
      env: {
        SMS_PROVIDER: "smpp",
        SMPP_URL: `smpp://127.0.0.1:${centre.port}`,
        SMPP_SYSTEM_ID: "kasse",
        SMPP_PASSWORD: "secret08",
        SMPP_SENDER: "41800800800",
        ...more,
      },
    });
  afterEach(() => shop.stop());
  const figure = async (name: string) =>
    Number(new RegExp(`^${name.replace("{", "\\{")} (.+)$`, "m").exec(await shop.metrics())?.[1]);

  test("logs in by text message; rejected and unanswered ones get different answers, and the share of unused codes is a metric", async () => {
    shop = await start();
    const shopper = shop.shopper();
    const sent = await expectOk("send", shopper.call("sendSms", { phone: "0784000001" }));
    const text = centre.texts.at(-1);
    expect(text?.from).toEqual({ ton: 1, npi: 1, address: "41800800800" });
    const code = /#(\d{6})$/.exec(text?.message.toString("latin1") ?? "")?.[1] ?? "";
    await expectOk("login", shopper.call("smsLogin", { id: sent.body.user.userId, code }));

    centre.state.statuses = [0x0b];
    const refused = await shopper.call("sendSms", { phone: "0784000004" });
    expect(refused).toMatchObject({
      status: 401,
      body: { code: "SEND_SMS_TO_USER_FAILED_USER_DOESNT_EXIST", message: expect.stringContaining("keine SMS") },
    });
    await expectOk("send", shopper.call("sendSms", { phone: "0784000002" }));
    centre.state.silent = true;
    expect((await shopper.call("sendSms", { phone: "0784000003" })).status).toBe(503);

    expect(await figure("kasse_login_codes_ended")).toBe(0);
    await shop.database.pool.query("update sms_codes set expires_at = now() - interval '1 minute'");
    // Used, unused, unanswered; the rejected message never had a valid code.
    expect(await figure("kasse_login_codes_ended")).toBe(3);
    expect(await figure("kasse_login_codes_unused_ratio")).toBeCloseTo(2 / 3);
  });

  test("asks the shopper to retry after a failure caused by the shop, and stores no code", async () => {
    shop = await start();
    const shopper = shop.shopper();
    centre.state.statuses = [0x0a];
    const later = await shopper.call("sendSms", { phone: "0784000001" });
    expect(later).toMatchObject({ status: 503, body: { message: expect.stringContaining("in einer Minute") } });
    expect((await shop.database.pool.query("select 1 from sms_codes")).rowCount).toBe(0);
  });

  test("counts receipts, and shows when they stop", async () => {
    shop = await start();
    const shopper = shop.shopper();
    const sendTo = (phone: string) => expectOk("send", shopper.call("sendSms", { phone }));
    await sendTo("0784000001");
    centre.receipt("delivered");
    const delivered = 'kasse_sms_receipts{state="delivered"}';
    await eventually("a receipt", async () => (await figure(delivered)) === 1);
    expect(await figure('kasse_sms_receipts{state="undeliverable"}')).toBe(0);
    await sendTo("0784000002");
    expect(await figure("kasse_sms_receipts_missing"), "not overdue yet").toBe(0);
    await shop.database.pool.query("update sms_events set at = at - interval '11 minutes'");
    expect(await figure("kasse_sms_receipts_missing")).toBe(1);
    centre.receipt("expired");
    await eventually("receipts again", async () => (await figure("kasse_sms_receipts_missing")) === 0);
  });

  test("enforces the total limit", async () => {
    shop = await start(wideLimits({ codesInAll: 2 }), { now: stillClock() });
    const shopper = shop.shopper();
    for (const [phone, used] of [
      ["0784000001", 0.5],
      ["0784000002", 1],
    ] as const) {
      await expectOk("send", shopper.call("sendSms", { phone }));
      expect(await figure('kasse_limit_used_ratio{limit="codesInAll"}')).toBe(used);
    }
    const over = await shopper.call("sendSms", { phone: "0784000003" });
    expect(over.status).toBe(429);
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("sends nothing once text messages are stopped, and logging in by password still works", async () => {
    shop = await start({ SMS_PROVIDER: "none" });
    const shopper = shop.shopper();
    const before = centre.texts.length;
    expect((await shopper.call("sendSms", { phone: "0784000001" })).status).toBe(401);
    expect(centre.texts.length).toBe(before);
    await expectOk("login", shopper.logIn("mia.keller@example.ch"));
  });
});
