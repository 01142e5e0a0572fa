import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { picture } from "../support/people.ts";
import { spawnServer } from "../support/process.ts";
import { freePort } from "../support/ports.ts";
import { eventually } from "../support/shop.ts";
import { PAYMENT } from "#server/config/table/payment.ts";
import { expectOk, Shopper } from "../support/shopper.ts";

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase("empty");
  dataDir = await mkdtemp(join(tmpdir(), "kasse-url-"));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

async function settings(): Promise<Record<string, string>> {
  const [port, paymentPort] = [await freePort(), await freePort()];
  return {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(port),
    PAYMENT_SANDBOX_PORT: String(paymentPort),
  };
}

async function running() {
  const env = await settings();
  const server = spawnServer(env);
  const url = `http://127.0.0.1:${env["PORT"]}`;
  await eventually("the server is ready", () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  return { ...server, url, port: Number(env["PORT"]) };
}

describe("a PostgreSQL given by DATABASE_URL", () => {
  test("is migrated and sells; SIGTERM ends the server quickly, and a second start finds all data", async () => {
    const first = await running();
    const shopper = new Shopper(first.url);
    await shopper.choose({ type: "Tariff", tariff: "PREPAID0" });
    await shopper.becomeCustomer("url@example.ch", await picture());
    const order = await expectOk("order", shopper.call("createOrder", {}));
    first.child.kill("SIGTERM");
    expect(await first.ended).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringContaining("Connecting to PostgreSQL"),
    });
    const second = await running();
    const again = new Shopper(second.url);
    again.checkoutId = shopper.checkoutId;
    expect(await expectOk("order", again.call("order"))).toMatchObject({ orderNumber: order.orderNumber });
    second.child.kill("SIGINT");
    expect((await second.ended).code).toBe(0);
  });

  test("SIGTERM waits for a request in progress, and accepts no new ones", async () => {
    const { child, ended, port, url } = await running();
    const answer = await fetch(`${url}/public-api/catalogue`);
    const xsrf = /XSRF-TOKEN=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? "";
    await answer.arrayBuffer();
    const body = JSON.stringify({ type: "Tariff", tariff: "SMART60" });
    const socket = await open(port);
    const reply = text(socket);
    socket.write(
      `POST /public-api/checkout HTTP/1.1\r\nHost: shop\r\nCookie: XSRF-TOKEN=${xsrf}\r\nX-XSRF-TOKEN: ${xsrf}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    );
    await pause(300);
    const began = performance.now();
    child.kill("SIGTERM");
    await pause(1500);
    await expect(open(port)).rejects.toThrow("ECONNREFUSED");
    socket.write(body.slice(10));
    const received = await reply;
    expect(received).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(received).toContain('"SMART60"');
    expect((await ended).code).toBe(0);
    expect(performance.now() - began).toBeLessThan(9000);
  });

  test("SIGTERM ends it within ten seconds even when a request never ends", async () => {
    const { child, ended, port } = await running();
    const socket = await open(port);
    socket.on("error", () => undefined);
    socket.write("POST /public-api/checkout HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{");
    await pause(300);
    const began = performance.now();
    child.kill("SIGTERM");
    await ended;
    expect(performance.now() - began).toBeLessThan(15_000);
    socket.destroy();
  });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Starts with additional settings; expects one message and a non-zero exit code. */
async function failure(env: Record<string, string>): Promise<string> {
  const { ended } = spawnServer({ ...(await settings()), ...env });
  const { code, err } = await ended;
  expect(code).toBeGreaterThan(0);
  expect(err.trim().split("\n")).toHaveLength(1);
  return err.trim();
}

describe("a failure that an operator can fix is one message", () => {
  test.each([
    [
      "nobody listens",
      "postgres://kasse:hidden@127.0.0.1:1/shop",
      /^Kasse cannot start: the database shop at 127\.0\.0\.1:1 cannot be reached \(.*ECONNREFUSED.*\): start it, or correct DATABASE_URL\.$/,
    ],
    [
      "localhost has two addresses",
      "postgres://kasse:hidden@localhost:1/shop",
      /at localhost:1 cannot be reached \(.*ECONNREFUSED/,
    ],
    ["an unknown name", "postgres://kasse:hidden@nowhere.invalid/shop", /at nowhere\.invalid:5432 cannot be reached/],
    ["no address at all", "kasse.example.ch", /^Kasse cannot start: DATABASE_URL is not an address such as/],
  ])("DATABASE_URL: %s", async (_, url, sentence) => {
    const said = await failure({ DATABASE_URL: url });
    expect(said).toMatch(sentence);
    expect(said).not.toContain("hidden");
  });

  test("DATABASE_URL: a wrong password, and a missing database", async () => {
    const wrong = database.url.replace(/:[^:@/]+@/, ":wrong@");
    expect(await failure({ DATABASE_URL: wrong })).toContain(
      `cannot be reached (password authentication failed for user "${database.connection.user}")`,
    );
    const missing = database.url.replace(/\/test_\w+/, "/not_there");
    expect(await failure({ DATABASE_URL: missing })).toMatch(
      /the database not_there .* \(database "not_there" does not exist\)/,
    );
  });

  test("a port that is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    expect(await failure({ PORT: String(port) })).toMatch(
      new RegExp(`port ${port} is in use\\. Stop the program that uses it, or choose`),
    );
    other.close();
  });

  test("a DATA_DIR that is a file, or is inside one, with and without DATABASE_URL", async () => {
    const file = join(dataDir, "file");
    await writeFile(file, "");
    for (const path of [file, join(file, "below")]) {
      const sentence = `Kasse cannot start: DATA_DIR is "${path}", but ${file} is not a folder; set it to a folder.`;
      expect(await failure({ DATA_DIR: path })).toBe(sentence);
      expect(await failure({ DATA_DIR: path, DATABASE_URL: "" })).toBe(sentence);
    }
  });

  test.each([
    [{ PORT: "http" }, 'PORT is "http"; it must be a whole number from 0 to 65534.'],
    [{ RETENTION_CHECKOUTS_DAYS: "0" }, 'RETENTION_CHECKOUTS_DAYS is "0"; it must be a whole number from 1 to 36500.'],
    [{ MAIL_PROVIDER: "smtp" }, "SMTP_URL is not set, and MAIL_PROVIDER=smtp needs it."],
    [
      {
        NODE_ENV: "production",
        PUBLIC_URL: "https://shop.example.ch",
        CATALOGUE_DIR: "demo/catalogue",
        BRAND_FILE: "brands/lumen/brand.json",
        SMS_PROVIDER: "sandbox",
        MAIL_PROVIDER: "sandbox",
        CUSTOMER_BASE: "sandbox",
        ORDER_HANDOVER: "sandbox",
        ESIM_PROVIDER: "sandbox",
        SANDBOX_PASSWORD: "nYw3-7dQ_p0Zs8LkVb2e",
        ALLOW_PLAINTEXT: "DATABASE_URL",
      },
      `PAYMENT_PROVIDER is not set; in production choose one of ${Object.keys(PAYMENT.payment.options).join(", ")}. A sandbox is never the default there.`,
    ],
    [
      { DOCUMENT_KEYS: `a:${"1".repeat(64)},a:${"2".repeat(64)}` },
      'DOCUMENT_KEYS names "a" twice; every key needs a unique id.',
    ],
  ])("%j", async (env, sentence) => {
    expect(await failure(env)).toBe(`Kasse cannot start: ${sentence}`);
  });
});
