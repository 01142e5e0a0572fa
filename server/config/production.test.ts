import { describe, expect, test } from "vitest";
import { REAL_INTEGRATIONS } from "../../test/support/real-integrations.ts";
import { SAFE_SETTINGS } from "../../test/support/safe-settings.ts";
import { checkSettings } from "./config.ts";

const mistakesOf = (changes: Record<string, string>) => checkSettings({ ...SAFE_SETTINGS, ...changes }).mistakes;

test("a shop whose connections are all encrypted may start", () => {
  expect(mistakesOf({})).toEqual([]);
});

const PLAIN: readonly (readonly [string, string])[] = [
  ["PUBLIC_URL", "http://shop.example.ch"],
  ["PUBLIC_URL", "http://localhost:3000"],
  ["DESK_URL", "http://desk.example.ch"],
  ["DATABASE_URL", "postgres://kasse:x@db.example.ch/kasse"],
  ["DATABASE_URL", "postgres://kasse:x@db.example.ch/kasse?sslmode=prefer"],
  ["DATABASE_URL", "postgres://kasse:x@db.example.ch/kasse?sslmode=no-verify"],
  ["MIGRATION_DATABASE_URL", "postgres://owner:x@10.0.0.5/kasse"],
  ["DATABASE_READ_URL", "postgres://kasse:x@replica.example.ch/kasse"],
  ["SMTP_URL", "smtp://mail.example.ch"],
  ["CUSTOMER_BASE_URL", "http://crm.example.ch"],
  ["ORDER_WEBHOOK_URL", "http://oms.example.ch/orders"],
];

describe("a connection in clear text", () => {
  test.each(PLAIN)("%s=%s is refused in production, unless it is named", (name, value) => {
    expect(mistakesOf({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is .* clear text; .*ALLOW_PLAINTEXT`)),
    ]);
    expect(mistakesOf({ [name]: value, ALLOW_PLAINTEXT: `TWILIO_URL,${name}` })).toEqual([]);
    expect(mistakesOf({ [name]: value, ALLOW_PLAINTEXT: "NETWORK_URL" })).toHaveLength(1);
    expect(mistakesOf({ [name]: value, NODE_ENV: "development" })).toEqual([]);
  });

  test("to Twilio is refused too, and its own address is encrypted", () => {
    expect(mistakesOf({ ...REAL_INTEGRATIONS["twilio"], TWILIO_URL: "http://sms.example.ch" })).toEqual([
      expect.stringMatching(/^TWILIO_URL is .* clear text/),
    ]);
    expect(mistakesOf({ ...REAL_INTEGRATIONS["twilio"] })).toEqual([]);
  });

  test("to a login provider is refused too, unless it is on this machine", () => {
    const issuer = (DESK_OIDC_ISSUER: string) => mistakesOf({ ...REAL_INTEGRATIONS["oidc"], DESK_OIDC_ISSUER });
    expect(issuer("http://login.example.ch")).toEqual([expect.stringMatching(/^DESK_OIDC_ISSUER is .* clear text/)]);
    expect([issuer("https://login.example.ch"), issuer("http://127.0.0.1:8080/realms/staff")]).toEqual([[], []]);
  });

  test.each([
    ["DATABASE_URL", "postgres://kasse:x@/kasse?host=/run/postgresql"],
    ["DATABASE_URL", "postgres://kasse:x@127.0.0.1/kasse"],
    ["SMTP_URL", "smtp://mail.example.ch?requireTLS=true"],
    ["SMTP_URL", "smtp://localhost:2525"],
    ["CUSTOMER_BASE_URL", "http://[::1]:8080"],
  ])("%s=%s stays on this machine, or is upgraded to TLS", (name, value) => {
    expect(mistakesOf({ [name]: value })).toEqual([]);
  });

  test("an unknown name is a mistake, and no message contains a password", () => {
    expect(mistakesOf({ ALLOW_PLAINTEXT: "EVERYTHING" })).toEqual([expect.stringContaining("names EVERYTHING")]);
    expect(mistakesOf({ ALLOW_PLAINTEXT: "everything" })).toEqual([expect.stringContaining("must be a list")]);
    expect(mistakesOf({ DATABASE_URL: "postgres://kasse:hunter2@db/kasse" }).join()).not.toContain("hunter2");
  });
});

describe("sandboxes in production", () => {
  test.each([
    { PAYMENT_PROVIDER: "sandbox-hosted" },
    { SMS_PROVIDER: "sandbox" },
    { MAIL_PROVIDER: "sandbox" },
    { ORDER_HANDOVER: "sandbox" },
  ])("%o needs a password for its pages", (sandbox) => {
    const [name = ""] = Object.keys(sandbox);
    expect(mistakesOf({ ...sandbox, SANDBOX_PASSWORD: "" })).toEqual([
      expect.stringMatching(new RegExp(`^SANDBOX_PASSWORD is not set; .*\\(.*\\b${name}\\b`)),
    ]);
    expect(mistakesOf(sandbox)).toEqual([]);
  });

  test("no sandbox is needed for texts or eSIMs: both may be none", () => {
    expect(mistakesOf({ SMS_PROVIDER: "none", ESIM_PROVIDER: "none" })).toEqual([]);
  });
});

test.each([
  "yes",
  "0",
  "10",
  "10.0.0.0/33",
  "0.0.0.0/0",
  "0.0.0.0/1",
  "::/0",
  "10.0.0.0/",
  "proxy.example.ch",
  "10.0.0.0/8;1.2.3.4",
])("TRUST_PROXY=%s is a mistake", (TRUST_PROXY) => {
  expect(mistakesOf({ TRUST_PROXY })).toEqual([expect.stringContaining("the number of proxies")]);
});

describe("a secret that can be guessed", () => {
  const STRONG = Buffer.from("0123456789abcdef0123456789ABCDEF").toString("hex");
  test.each([
    ["ORDER_WEBHOOK_SECRET", "x"],
    ["CUSTOMER_BASE_SECRET", "secret"],
    ["CUSTOMER_BASE_SECRET", "aaaaaaaaaaaaaaaaaaaaaaaa"],
    ["STOCK_SECRET", "a".repeat(40)],
    ["SANDBOX_PASSWORD", "kasse"],
    ["DOCUMENT_KEYS", `k1:${"0".repeat(64)}`],
    ["DOCUMENT_KEYS", `k1:${STRONG},k2:${"ab".repeat(32)}`],
    ["DOCUMENT_NUMBER_KEY", "f".repeat(64)],
  ])("%s=%.30s is refused in production, without printing it", (name, value) => {
    const mistakes = mistakesOf({ [name]: value });
    expect(mistakes).toEqual([expect.stringMatching(new RegExp(`^${name} .*(guessed|random)`))]);
    if (value.length > 6) expect(mistakes.join()).not.toContain(value);
    expect(mistakesOf({ [name]: value, NODE_ENV: "development" })).toEqual([]);
  });

  test("a random one is accepted", () => {
    expect(mistakesOf({ DOCUMENT_KEYS: `k1:${STRONG}`, DOCUMENT_NUMBER_KEY: STRONG })).toEqual([]);
  });
});

test.each(["https://shop.example.ch/shop", "https://shop.example.ch?x=1", "https://shop.example.ch/#a"])(
  "PUBLIC_URL=%s is a mistake: it has more than a host",
  (PUBLIC_URL) => {
    expect(mistakesOf({ PUBLIC_URL })).toEqual([expect.stringContaining("without a path")]);
  },
);
