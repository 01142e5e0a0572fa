import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { twilioSms, type TwilioOptions } from "#server/integrations/mail-and-sms/twilio.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { expectOk } from "../support/shopper.ts";
import { startShop } from "../support/shop.ts";
import { recordedLog, RECIPIENT } from "../support/recorded-log.ts";
import { startTwilio, TWILIO } from "#simulator/sms/twilio.ts";

let twilio: Awaited<ReturnType<typeof startTwilio>>;
beforeAll(async () => {
  twilio = await startTwilio();
});
afterEach(() => {
  twilio.messages.length = 0;
  twilio.next.length = 0;
  twilio.state.mood = "well";
});
afterAll(() => twilio.stop());

function client(more: Partial<TwilioOptions> = {}) {
  const { log, lines } = recordedLog();
  const options = { url: twilio.url, ...TWILIO, sender: "Alpenfon", timeoutMs: 10_000, retryDelaysMs: [5, 5], ...more };
  const sms = twilioSms(options, log);
  return {
    lines,
    send: (text: string, validMs = 5 * 60_000) => sms.send({ to: RECIPIENT, text, validMs }),
  };
}

test("a text message arrives as written, by number or by service, and expires with the code", async () => {
  const text = "@ $ _ ä ö ü € [ ] { } š 😀\n\n@shop #123456";
  expect(await client().send(text)).toBe("sent");
  expect(await client({ sender: twilio.service }).send(text)).toBe("sent");
  expect(twilio.messages).toEqual([
    { to: `+${RECIPIENT}`, from: "Alpenfon", text, validity: 300 },
    { to: `+${RECIPIENT}`, from: twilio.service, text, validity: 300 },
  ]);
});

test("a text message that can wait longer than Twilio's maximum, such as one about a transfer, uses the maximum", async () => {
  expect(await client().send("a", 12 * 3_600_000)).toBe("sent");
  expect(twilio.messages[0]?.validity).toBe(36_000);
});

test.each([21211, 21610, 21614, 21635])("%i concerns the number: rejected, and no error of the shop", async (code) => {
  const { send, lines } = client();
  twilio.next.push(twilio.refusal(400, code));
  expect([await send("a"), lines]).toEqual(["refused", []]);
});

test.each([
  [401, 20003],
  [400, 21408],
  [400, 21603],
  [400, 21608],
])(
  "HTTP %i with %i concerns the account: retry later, and an error in the log without number and secret",
  async (status, code) => {
    const { send, lines } = client();
    twilio.next.push(twilio.refusal(status, code));
    expect(await send("a")).toBe("later");
    expect(lines).toEqual([
      { level: "error", status: `HTTP ${status}, ${code}`, msg: expect.stringContaining("account") },
    ]);
  },
);

test("a message that is created and fails at once was not sent", async () => {
  const { send, lines } = client();
  twilio.next.push({ status: 201, body: { sid: "SM1", status: "failed" } });
  expect([await send("a"), lines.map(({ level }) => level)]).toEqual(["later", ["error"]]);
});

test("too many requests are retried, and finally postponed", async () => {
  const { send, lines } = client();
  const busy = twilio.refusal(429, 20429);
  twilio.next.push(busy, busy);
  expect([await send("a"), lines]).toEqual(["sent", []]);
  twilio.next.push(busy, busy, busy);
  expect([await send("a"), lines.map(({ level }) => level)]).toEqual(["later", ["warn"]]);
});

test.each(["silent", "lost", "half", "nonsense", "failing"] as const)(
  "an answer that is %s leaves the outcome unknown, and the message is not sent twice",
  async (mood) => {
    twilio.state.mood = mood;
    const calls = twilio.calls.length;
    await expect(client(mood === "silent" ? { timeoutMs: 300 } : {}).send("a")).rejects.toThrow(Unavailable);
    expect(twilio.calls.length - calls).toBe(1);
  },
);

test("an unreachable server postpones the message", async () => {
  const gone = await startTwilio();
  await gone.stop();
  const { send, lines } = client({ url: gone.url });
  expect([await send("a"), lines.map(({ level }) => level)]).toEqual(["later", ["warn"]]);
});

test("a shop with Twilio logs in by text message", async () => {
  const shop = await startShop({
    env: {
      SMS_PROVIDER: "twilio",
      TWILIO_URL: twilio.url,
      TWILIO_ACCOUNT_SID: TWILIO.accountSid,
      TWILIO_KEY_SID: TWILIO.apiKey,
      TWILIO_KEY_SECRET: TWILIO.apiSecret,
      TWILIO_SENDER: "Alpenfon",
    },
  });
  try {
    const shopper = shop.shopper();
    const sent = await expectOk("send", shopper.call("sendSms", { phone: "0784000001" }));
    const code = /#(\d{6})$/.exec(twilio.messages.at(-1)?.text ?? "")?.[1] ?? "";
    await expectOk("login", shopper.call("smsLogin", { id: sent.body.user.userId, code }));
  } finally {
    await shop.stop();
  }
});
