import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startChildShop, type ChildShop } from "#test/support/child-shop.ts";
import { startCollector, type Span } from "./collector.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts";
import { OPERATOR_SECRET, startOperator } from "#test/support/operator.ts";
import { picture } from "#test/support/people.ts";
import { freePort } from "#test/support/ports.ts";
import { eventually, startShop } from "#test/support/shop.ts";
import { expectOk } from "#test/support/shopper.ts";

/** Records in a file the modules of the library that a process loads. */
const RECORDER = `import { registerHooks } from "node:module";
import { appendFileSync } from "node:fs";
registerHooks({ resolve(name, context, next) {
  const found = next(name, context);
  if (found.url.includes("/libraries/telemetry/")) appendFileSync(process.env.LOADED, found.url + "\\n");
  return found;
} });`;
const recordingTo = (file: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(RECORDER)}`,
  LOADED: file,
});
const read = (file: string) => readFile(file, "utf8").catch(() => "");

const EMAIL = "spur@example.ch";

describe("with TELEMETRY=otlp", () => {
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let operator: Awaited<ReturnType<typeof startOperator>>;
  let database: TestDatabase;
  let dataDir: string;
  let shop: ChildShop;
  beforeAll(async () => {
    [collector, operator, database] = await Promise.all([startCollector(), startOperator(), createTestDatabase()]);
    dataDir = await mkdtemp(join(tmpdir(), "kasse-telemetry-"));
    shop = await startChildShop({
      databaseUrl: database.url,
      dataDir,
      port: await freePort(),
      paymentPort: await freePort(),
      env: {
        ...recordingTo(join(dataDir, "loaded")),
        TELEMETRY: "otlp",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=shop%20one",
        OTEL_METRIC_EXPORT_INTERVAL: "1000",
        TRUST_PROXY: "loopback",
        CUSTOMER_BASE: "http",
        CUSTOMER_BASE_URL: operator.url,
        CUSTOMER_BASE_SECRET: OPERATOR_SECRET,
      },
    });
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await shopper.becomeCustomer(EMAIL, await picture());
    await expectOk("order", shopper.call("createOrder", {}));
    await fetch(`${shop.url}/public-api/prepare/1/1?name=Geheimnis`, {
      headers: { "x-request-id": "trace-me-12345", "user-agent": "Geheimnis", "x-forwarded-for": "203.0.113.9" },
    });
  });
  afterAll(async () => {
    await shop.kill();
    await operator.stop();
    collector.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const spanNamed = (name: string) => eventually(name, async () => collector.spans.find((span) => span.name === name));
  const childrenOf = (span: Span) => collector.spans.filter(({ traceId }) => traceId === span.traceId);

  test("a call of a purchase is a trace with its statements", async () => {
    const order = await spanNamed("POST /public-api/create-order");
    expect(order.attributes).toMatchObject({
      "http.route": "/public-api/create-order",
      "http.response.status_code": 200,
    });
    expect(order.parentSpanId ?? "").toBe("");
    const statements = childrenOf(order).filter(({ attributes }) => attributes["db.query.text"]);
    expect(statements.length).toBeGreaterThan(2);
    expect(statements.every(({ parentSpanId }) => parentSpanId === order.spanId)).toBe(true);
  });

  test("a call to a provider is a span in it, and a job a separate trace", async () => {
    const provider = await eventually("a call of the customer base", async () =>
      collector.spans.find(
        ({ name, attributes }) => name === "POST" && attributes["server.port"] === Number(new URL(operator.url).port),
      ),
    );
    expect(childrenOf(provider).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^POST \/public-api\//));
    const job = await spanNamed("job hand-over-order");
    expect(job.attributes).toMatchObject({ "kasse.job": "hand-over-order" });
    expect(childrenOf(job).length).toBeGreaterThan(1);
  });

  test("a request is found by its id", async () => {
    const found = () => collector.spans.find(({ attributes }) => attributes["kasse.request_id"] === "trace-me-12345");
    const span = await eventually("the request", async () => found());
    expect(span.name).toBe("GET /public-api/prepare/:step/:pageStep");
  });

  test("no span or metric contains personal data", async () => {
    await spanNamed("job hand-over-order");
    const all = collector.bodies.join("\n");
    for (const secret of [
      "Geheimnis",
      "203.0.113.9",
      EMAIL,
      "Keller",
      OPERATOR_SECRET,
      "url.path",
      "url.query",
      "user_agent",
      "127.0.0.1:",
    ])
      expect([secret, all.includes(secret)]).toEqual([secret, false]);
  });

  test("the library is loaded", async () => {
    expect(await read(join(dataDir, "loaded"))).toContain("@opentelemetry/sdk-node/");
  });

  test("metrics arrive, with the configured headers", async () => {
    await eventually("orders", async () =>
      JSON.stringify(collector.metrics.get("kasse_orders_recent") ?? "").includes('"asDouble":1'),
    );
    expect(collector.metrics.has("kasse_refusals_total")).toBe(true);
    expect(collector.metrics.has("http.server.request.duration")).toBe(true);
    expect(collector.headers.every((each) => each === "shop one")).toBe(true);
  });
});

test("when off, the library is not loaded", async () => {
  const [database, folder] = [await createTestDatabase(), await mkdtemp(join(tmpdir(), "kasse-telemetry-"))];
  const ports = { port: await freePort(), paymentPort: await freePort() };
  const file = join(folder, "loaded");
  const shop = await startChildShop({ databaseUrl: database.url, dataDir: folder, ...ports, env: recordingTo(file) });
  await shop.shopper().choose({ type: "Tariff", tariff: "SMART30" });
  await shop.kill();
  expect(await read(file)).toBe("");
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("a collector that does not answer delays neither a request nor the stop", async () => {
  const shop = await startShop({
    jobs: true,
    env: { TELEMETRY: "otlp", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" },
  });
  await shop.shopper().choose({ type: "Tariff", tariff: "SMART30" });
  const began = performance.now();
  await shop.stop();
  expect(performance.now() - began).toBeLessThan(60_000);
});
