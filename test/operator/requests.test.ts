import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startShop, type Shop } from "../support/shop.ts";

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const GIVEN = "0af7651916cd43dd8448eb211c80319c";

type Line = Readonly<Record<string, unknown>>;
let lines: Line[] = [];
const start = (env: Readonly<Record<string, string>>) => {
  lines = [];
  return startShop({
    jobs: true,
    onLog: (line) => void lines.push(JSON.parse(line) as Line),
    env: { LOG_LEVEL: "info", ...env },
  });
};

const idOf = async (url: string, given?: string) =>
  (await fetch(url, given === undefined ? {} : { headers: { "x-request-id": given } })).headers.get("x-request-id");

describe("the id of a request", () => {
  describe("from a trusted proxy", () => {
    let shop: Shop;
    beforeAll(async () => {
      shop = await start({ TRUST_PROXY: "loopback" });
    });
    afterAll(() => shop.stop());

    test.each(["/public-api/me", "/nothing-here", "/readyz", "/public-api/%zz", `/public-api/${"a".repeat(500)}`])(
      "is returned: %s",
      async (path) => {
        expect(await idOf(shop.url + path, GIVEN)).toBe(GIVEN);
      },
    );

    test.each([
      "short",
      "a".repeat(65),
      "has space in it",
      'quote"quote"',
      "semi;colon;ed",
      "<script>alert</script>",
      "ä".repeat(9),
    ])("is a new one instead of %s", async (given) => {
      const sent = request(`${shop.url}/readyz`, {
        headers: { "x-request-id": Buffer.from(given).toString("latin1") },
      }).end();
      const [reply] = (await once(sent, "response")) as [IncomingMessage];
      reply.resume();
      expect(reply.headers["x-request-id"]).toMatch(UUID);
    });

    test("is a new one if two are sent, or none", async () => {
      const socket = connect(Number(new URL(shop.url).port), "127.0.0.1");
      socket.write(
        `GET /readyz HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-request-id: ${GIVEN}\r\nx-request-id: ${GIVEN}\r\n\r\n`,
      );
      const [bytes] = (await once(socket, "data")) as [Buffer];
      expect(/^x-request-id: (.*)\r$/m.exec(bytes.toString())?.[1]).toMatch(UUID);
      expect(await idOf(`${shop.url}/readyz`)).toMatch(UUID);
    });

    test("is in the body of a 5xx and in its log line, once", async () => {
      await shop.database.pool.query("alter table checkouts rename to elsewhere");
      const headers = { "x-request-id": GIVEN, checkoutid: "a".repeat(32) };
      const answer = await fetch(`${shop.url}/public-api/prepare/1/1`, { headers });
      expect([answer.status, await answer.json()]).toEqual([500, expect.objectContaining({ requestId: GIVEN })]);
      expect(lines.filter((line) => line["requestId"] === GIVEN && line["err"])).toHaveLength(1);
      await shop.database.pool.query("alter table elsewhere rename to checkouts");
    });

    test("no access log is written by default", async () => {
      await fetch(`${shop.url}/public-api/me`);
      expect(lines.filter((line) => "access" in line)).toEqual([]);
    });
  });

  test("is not accepted from others", async () => {
    const shop = await start({ TRUST_PROXY: "no" });
    expect(await idOf(`${shop.url}/readyz`, GIVEN)).toMatch(UUID);
    await shop.stop();
    const behind = await start({ TRUST_PROXY: "10.0.0.0/8" });
    expect(await idOf(`${behind.url}/readyz`, GIVEN)).toMatch(UUID);
    await behind.stop();
  });
});

describe("the access log", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await start({ ACCESS_LOG: "on", TRUST_PROXY: "loopback" });
  });
  afterAll(() => shop.stop());

  test("has one line a request, with the route and the rule of a rejection, and no personal data", async () => {
    const secret = "geheim".repeat(6);
    const shopper = shop.shopper();
    await shopper.choose({ type: "Tariff", tariff: "SMART30" });
    await fetch(`${shop.url}/public-api/prepare/4/4?mail=${secret}`, {
      headers: { "x-request-id": GIVEN, "x-forwarded-for": "203.0.113.77", "user-agent": secret, checkoutid: secret },
    });
    await fetch(`${shop.url}/${secret}?${secret}`);
    await expect.poll(() => lines.filter((line) => line["route"] === null)).toHaveLength(1);
    const access = lines.filter((line) => "access" in line);
    expect(access.find((line) => line["requestId"] === GIVEN)).toEqual({
      level: 30,
      time: expect.any(Number) as number,
      requestId: GIVEN,
      access: "GET",
      route: "/public-api/prepare/:step/:pageStep",
      status: 404,
      ms: expect.any(Number) as number,
      failure: "checkoutUnknown",
      msg: "answered",
    });
    expect(access.find((line) => line["route"] === "/public-api/checkout")).toMatchObject({
      access: "POST",
      status: 200,
    });
    expect(JSON.stringify(lines)).not.toMatch(/geheim|203\.0\.113/);
  });
});
