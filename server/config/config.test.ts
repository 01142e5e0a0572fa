import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkSettings, readConfig, SettingError } from "./config.ts";
import { certificate } from "../../test/support/certificate.ts";
import { REAL_INTEGRATIONS } from "../../test/support/real-integrations.ts";
import { SAFE_SETTINGS } from "../../test/support/safe-settings.ts";
import { CHAPTERS } from "./settings.ts";
import { PARTNERS } from "./together.ts";
import { rowsOf } from "./walk.ts";

const mistakesOf = (env: Record<string, string>) => checkSettings(env).mistakes;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-config-"));
});
afterAll(() => rm(folder, { recursive: true }));
const file = async (name: string, content: string) => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};

test("without any setting everything has its default, and every integration is a sandbox", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    databaseUrl: null,
    documentKeys: null,
    trustProxy: false,
    payment: { provider: "sandbox-hosted", port: 3001 },
    mail: { provider: "sandbox" },
    documents: { provider: "files" },
    retention: { documents: null, checkouts: 30 },
    limits: { codesPerNumber: { count: 5, seconds: 3600 }, addressSearchPerSecond: { count: 20, seconds: 1 } },
  });
  expect(Object.isFrozen(config) && Object.isFrozen(config.payment) && Object.isFrozen(config.limits)).toBe(true);
});

describe.each(Object.entries(REAL_INTEGRATIONS))("%s", (_name, settings) => {
  const [[choice, chosen] = ["", ""], ...others] = Object.entries(settings);

  test("is accepted with all its settings", () => {
    expect(mistakesOf(settings)).toEqual([]);
  });

  test.each(others.map(([name]) => name))("is refused without %s, with a sentence that names it", (name) => {
    expect(mistakesOf({ ...settings, [name]: "" })).toEqual([`${name} is not set, and ${choice}=${chosen} needs it.`]);
  });
});

test.each([
  ["SMTP_URL", "top-secret", /^SMTP_URL must be an address such as smtps:/],
  ["DATABASE_URL", "mysql://kasse:top-secret@db", /^DATABASE_URL is not an address such as postgresql:/],
  ["DOCUMENT_KEYS", "k1:top-secret", /^DOCUMENT_KEYS must be a list of id:key/],
  ["ES2PLUS_CERT", "top-secret", /^ES2PLUS_CERT must be a certificate and its unencrypted private key/],
  ["RETENTION_CHECKOUTS_DAYS", "0", /^RETENTION_CHECKOUTS_DAYS is "0"; it must be a whole number from 1 to 36500\.$/],
  ["NODE_ENV", "staging", /^NODE_ENV is "staging"; it must be one of development, production, test\.$/],
  [
    "PAYMENT_PROVIDER",
    "stripe",
    /^PAYMENT_PROVIDER is "stripe"; it must be one of sandbox-hosted, sandbox-widget\b.*\.$/,
  ],
])("an invalid %s is refused even if no option uses it, without repeating a secret", (name, value, sentence) => {
  const mistakes = mistakesOf({ [name]: value });
  expect(mistakes).toEqual([expect.stringMatching(sentence)]);
  expect(mistakes.join()).not.toContain("top-secret");
});

test("all mistakes are found at once", () => {
  const env = {
    PORT: "http",
    SMS_PROVIDER: "twilio",
    TWILIO_URL: "x",
    TWILIO_ACCOUNT_SID: "",
    TWILIO_SENDER: "Kasse",
    MAIL_PROVIDER: "smtp",
    LIMITS: "codesInAll=0",
  };
  const names = mistakesOf(env).map((sentence) => sentence.split(" ")[0]);
  expect(names).toEqual([
    "PORT",
    "TWILIO_URL",
    "TWILIO_ACCOUNT_SID",
    "TWILIO_KEY_SID",
    "TWILIO_KEY_SECRET",
    "SMTP_URL",
    "LIMITS",
  ]);
  expect(() => readConfig(env)).toThrow(SettingError);
  expect(() => readConfig(env)).toThrow(/^7 settings are wrong:\n- PORT is "http"; .*\n- TWILIO_URL/);
});

test("every setting answers any text with a value or a sentence, never with an error", () => {
  const texts = ["x", "http://a:pw@[x", "://", "a,b c;d=e", "{", "-1", "\u00fc@", "https://u:p@h/?q=1#f", "%zz"];
  const settings = CHAPTERS.flatMap(({ settings: tree }) => rowsOf(tree)).filter(
    ({ entry }) => entry.kind === "setting",
  );
  expect(settings.length).toBeGreaterThan(100);
  for (const { entry } of settings)
    for (const text of texts) expect(() => mistakesOf({ [entry.name]: text }), `${entry.name}=${text}`).not.toThrow();
});

test("no secret of an address is printed, even if the address is misspelt", () => {
  for (const text of ["https:/u:sEcReT@h", "u:sEcReT@h", "https://u:sE/sEcReT@h", "ftp://h.ch/o?key=sEcReT"])
    expect(mistakesOf({ DESK_URL: text }).join()).not.toContain("sEcReT");
  const webhook = { ORDER_WEBHOOK_URL: "https://h.ch/o?key=sEcReT" };
  expect(JSON.stringify(checkSettings(webhook).inForce)).not.toContain("sEcReT");
});

describe("rules about several settings", () => {
  const names = (env: Record<string, string>) => mistakesOf(env).map((sentence) => sentence.split(" ")[0]);

  test("are checked although other settings are wrong", () => {
    const wrong = {
      PORT: "http",
      SMTP_URL: "smtp://mail.example.ch",
      CUSTOMER_BASE_SECRET: "secret",
      MAIL_PROVIDER: "smtp",
      PAYMENT_PROVIDER: "sandbox-hosted",
      SMS_SENDING: "off",
      SANDBOX_PASSWORD: "",
    };
    expect(names({ ...SAFE_SETTINGS, ...wrong })).toEqual([
      "PORT",
      "SMTP_URL",
      "CUSTOMER_BASE_SECRET",
      "SANDBOX_PASSWORD",
      "SMS_SENDING",
    ]);
    expect(checkSettings({ SMS_SENDING: "off" }).warnings).toEqual([]);
    expect(checkSettings({ SMS_SENDING: "off", SMS_PROVIDER: "none" }).warnings).toHaveLength(1);
  });

  test("are left out if a setting that they read is wrong, because that is reported", () => {
    expect(names({ ...SAFE_SETTINGS, SMTP_URL: "mail" })).toEqual(["SMTP_URL"]);
    expect(names({ ...SAFE_SETTINGS, PAYMENT_PROVIDER: "" })).toEqual(["PAYMENT_PROVIDER"]);
    expect(names({ ...SAFE_SETTINGS, PAYMENT_PROVIDER: "stripe" })).toEqual(["PAYMENT_PROVIDER"]);
    expect(
      names({ ...SAFE_SETTINGS, SANDBOX_PASSWORD: "", SANDBOX_PASSWORD_FILE: "/none", MAIL_PROVIDER: "sandbox" }),
    ).toEqual(["SANDBOX_PASSWORD_FILE"]);
    expect(names({ ...SAFE_SETTINGS, NODE_ENV: "live", DATABASE_URL: "postgres://db.example.ch/k" })).toEqual([
      "NODE_ENV",
    ]);
  });

  test("name every sandbox that can be read, beside one that cannot", () => {
    const wrong = { PAYMENT_PROVIDER: "stripe", MAIL_PROVIDER: "sandbox", SANDBOX_PASSWORD: "" };
    expect(mistakesOf({ ...SAFE_SETTINGS, ...wrong })).toEqual([
      expect.stringMatching(/^PAYMENT_PROVIDER is/),
      expect.stringMatching(/^SANDBOX_PASSWORD .*\(MAIL_PROVIDER\)/),
    ]);
  });

  test("name connections in clear text beside an unknown name, unless it is a misspelt one of them", () => {
    const clear = { DATABASE_URL: "postgres://db.example.ch/k", SMTP_URL: "smtp://mail.example.ch" };
    expect(names({ ...SAFE_SETTINGS, ...clear, ALLOW_PLAINTEXT: "EVERYTHING" })).toEqual([
      "ALLOW_PLAINTEXT",
      "DATABASE_URL",
      "SMTP_URL",
    ]);
    expect(names({ ...SAFE_SETTINGS, ...clear, ALLOW_PLAINTEXT: "DATABSE_URL" })).toEqual([
      "ALLOW_PLAINTEXT",
      "SMTP_URL",
    ]);
  });

  test("never fail, whichever setting is wrong", () => {
    const all = { ...SAFE_SETTINGS, AGENTS: "ucp", ...REAL_INTEGRATIONS["oidc"], ...REAL_INTEGRATIONS["s3"] };
    for (const name of [...Object.keys(all), "ALLOW_PLAINTEXT", "TMF_TOKENS", "DESK_URL", "PROCESS_ROLE"]) {
      const { judge } = checkSettings({ ...all, [name]: "\u0007" });
      expect(() => judge(PARTNERS)).not.toThrow();
    }
  });
});

test("in production address, goods, brand and every sandbox have to be chosen explicitly, but not the document store", () => {
  expect(mistakesOf({ NODE_ENV: "production" }).map((sentence) => sentence.split(" ")[0])).toEqual([
    "PUBLIC_URL",
    "CATALOGUE_DIR",
    "BRAND_FILE",
    "PAYMENT_PROVIDER",
    "SMS_PROVIDER",
    "MAIL_PROVIDER",
    "CUSTOMER_BASE",
    "ORDER_HANDOVER",
    "ESIM_PROVIDER",
  ]);
});

test("a certificate and its key are in one setting, in either order", async () => {
  const [own, other] = await Promise.all([certificate("kasse"), certificate("other")]);
  const mistakes = (text: string) => mistakesOf({ ...REAL_INTEGRATIONS["es2plus"], ES2PLUS_CERT: text });
  const cert = `${own.cert}\n${own.key}`.trim();
  const esim = readConfig({
    ...REAL_INTEGRATIONS["es2plus"],
    ES2PLUS_CERT_FILE: await file("pair.pem", `${cert}\n`),
  }).esim;
  expect(esim).toMatchObject({ certificate: { cert, key: cert } });
  expect([mistakes(`${own.key}\n${own.cert}`), mistakes(own.cert), mistakes(`${own.cert}\n${other.key}`)]).toEqual([
    [],
    ["ES2PLUS_CERT must be a certificate and its unencrypted private key, one after the other in PEM form."],
    ["ES2PLUS_CERT has a key that is not the certificate's."],
  ]);
});

describe("a secret in a file", () => {
  const customers = (env: Record<string, string>) => ({
    CUSTOMER_BASE: "http",
    CUSTOMER_BASE_URL: "https://crm.example.ch",
    ...env,
  });

  test("is read without its trailing newline", async () => {
    const { config, inForce } = checkSettings(
      customers({ CUSTOMER_BASE_SECRET_FILE: await file("ok", "top-secret\n") }),
    );
    expect(config?.customers).toMatchObject({ secret: "top-secret" });
    expect(inForce).toContainEqual({ name: "CUSTOMER_BASE_SECRET", source: "file", shown: "set" });
  });

  test.each([
    ["missing", null, /^CUSTOMER_BASE_SECRET_FILE names .*missing, which does not exist\. Correct its path\.$/],
    ["empty", "\n", /^CUSTOMER_BASE_SECRET_FILE names .*empty, which is empty; put the secret in it\.$/],
  ])("that is %s is refused", async (name, content, sentence) => {
    const path = content === null ? join(folder, name) : await file(name, content);
    expect(mistakesOf(customers({ CUSTOMER_BASE_SECRET_FILE: path }))).toEqual([expect.stringMatching(sentence)]);
  });

  test("is refused if the environment has it as well", async () => {
    const both = customers({ CUSTOMER_BASE_SECRET: "one", CUSTOMER_BASE_SECRET_FILE: await file("two", "two") });
    expect(mistakesOf(both)).toEqual([
      "CUSTOMER_BASE_SECRET and CUSTOMER_BASE_SECRET_FILE are both set; remove one of them.",
    ]);
  });

  test("works for every secret, including DATABASE_URL and SMTP_URL", () => {
    const secrets = CHAPTERS.flatMap(({ settings }) => rowsOf(settings)).flatMap(({ entry }) =>
      entry.kind === "setting" && entry.secret ? [entry.name] : [],
    );
    expect(secrets).toEqual(expect.arrayContaining(["DATABASE_URL", "SMTP_URL", "DOCUMENT_KEYS", "TWILIO_KEY_SECRET"]));
    for (const name of secrets) {
      const [sentence] = mistakesOf({ [`${name}_FILE`]: join(folder, "nowhere") });
      expect(sentence).toMatch(new RegExp(`^${name}_FILE names .*does not exist`));
    }
    const suspicious = CHAPTERS.flatMap(({ settings }) => rowsOf(settings))
      .map(({ entry }) => entry.name)
      .filter((name) => /SECRET|PASSWORD|TOKEN|_KEYS?$/.test(name) && !/^(RETENTION|LIMIT)_|_URL$/.test(name));
    expect(suspicious.filter((name) => !secrets.includes(name))).toEqual([]);
  });
});

test("warns of misspelt names, unknown names with one of Kasse's prefixes, and unused settings", () => {
  const env = {
    PAYMENT_PROVDER: "sandbox-widget",
    database_url: "x",
    DESK_EVERYTHING: "1",
    LIMIT_CODES_IN_ALL: "200",
    ES2PLUS_KEY_FILE: "/run/secrets/key.pem",
    PAYMENT_TIMEOUT_SECONDS: "20",
    TWILIO_URL: "https://sms.example.ch",
    HOME: "/root",
    NODE_OPTIONS: "",
    HOSTNAME: "shop",
  };
  const { warnings, unused } = checkSettings(env);
  expect(unused).toEqual(["TWILIO_URL"]);
  expect(warnings).toEqual([
    "PAYMENT_PROVDER is not a setting of Kasse; did you mean PAYMENT_PROVIDER?",
    "database_url is not a setting of Kasse; did you mean DATABASE_URL?",
    "DESK_EVERYTHING is not a setting of Kasse.",
    'LIMIT_CODES_IN_ALL is not a setting of Kasse any more: set it in LIMITS (docs/settings.md, "Limits").',
    "ES2PLUS_KEY_FILE is not a setting of Kasse any more: append the key to the certificate in …_CERT.",
    "PAYMENT_TIMEOUT_SECONDS is not a setting of Kasse any more: it is 10 seconds.",
  ]);
});

test("a stop of texts does not end with the upgrade that removes its setting", () => {
  expect(mistakesOf({ SMS_SENDING: "off" })).toEqual([expect.stringContaining("set SMS_PROVIDER=none")]);
  expect(mistakesOf({ SMS_SENDING: "off", SMS_PROVIDER: "none" })).toEqual([]);
  expect(mistakesOf({ SMS_SENDING: "on" })).toEqual([]);
});
