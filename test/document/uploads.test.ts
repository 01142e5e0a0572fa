import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { API_PREFIX, XSRF } from "#contract/paths.ts";
import { personForm, picture } from "../support/people.ts";
import { jpegOfManyScans, svg } from "../support/hostile-pictures.ts";
import { rawClient, type RawClient } from "../support/raw-client.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";

const MB = 1024 * 1024;
let shop: Shop;
let image: Blob;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  [shop, image] = await Promise.all([
    startShop({
      asDelivered: true,
      connectionTimes: { checkMs: 50 },
      env: { LOG_LEVEL: "error" },
      onLog: (line) => void lines.push(JSON.parse(line) as never),
    }),
    picture(),
  ]);
});
afterAll(() => shop.stop());
beforeEach(() => void lines.splice(0));

/** Returns a shopper at the document step. */
let people = 0;
async function atDocument(): Promise<Shopper> {
  const shopper = shop.shopper();
  const email = `uploads${(people += 1)}@example.ch`;
  await shopper.choose({ type: "Tariff", tariff: "SMART30" });
  await expectOk("register", shopper.register(email));
  await expectOk("validate", shopper.call("validateCustomer", personForm(email) as never));
  await expectOk("update", shopper.call("updateCustomer", personForm(email) as never));
  return shopper;
}

const PART = `--b\r\ncontent-disposition: form-data; name="document"; filename="a.jpg"\r\n\r\n`;
/** Returns the head of a raw upload: with the length in `length`, or chunked. */
const head = ({ checkoutId }: Shopper, length: string, type = "multipart/form-data; boundary=b") =>
  `POST ${API_PREFIX}/upload-document HTTP/1.1\r\nhost: shop\r\ncookie: ${XSRF.cookie}=x\r\n${XSRF.header}: x\r\ncheckoutId: ${checkoutId}\r\ncontent-type: ${type}\r\n${length}\r\n\r\n`;

async function send(shopper: Shopper, body: string | Buffer, type?: string): Promise<RawClient> {
  const client = await rawClient(shop.url);
  client.send(head(shopper, `content-length: ${Buffer.byteLength(body)}`, type));
  client.send(body);
  return client;
}
const answerOf = async (client: RawClient) => {
  const status = await eventually("an answer", async () => client.statuses[0]);
  client.end();
  return status;
};
/** Returns the shop's HTTP server, whose time limits a test can change. */
async function httpServer(): Promise<Server> {
  const { promise, resolve } = Promise.withResolvers<Server>();
  const { port } = new URL(shop.url);
  const notice = (begun: unknown) => {
    const { server } = begun as { readonly server: Server };
    if (String((server.address() as AddressInfo | null)?.port) === port) resolve(server);
  };
  subscribe("http.server.request.start", notice);
  await fetch(shop.url);
  unsubscribe("http.server.request.start", notice);
  return promise;
}
const reserved = () => shop.kasse.services.uploads.bodies.taken;

describe("memory for uploads", () => {
  test("is reserved by the declared length, and released when a half-sent body ends", async () => {
    const shopper = await atDocument();
    const clients = await Promise.all([1, 2].map(() => rawClient(shop.url)));
    for (const client of clients) client.send(`${head(shopper, `content-length: ${10 * MB}`)}${PART}abc`);
    await eventually("two bodies", async () => reserved() === 20 * MB);
    const server = await httpServer();
    const { headersTimeout, requestTimeout } = server;
    Object.assign(server, { headersTimeout: 1, requestTimeout: 1 });
    await Promise.all(clients.map(({ closed }) => closed));
    Object.assign(server, { headersTimeout, requestTimeout });
    for (const client of clients) expect(client.statuses).toEqual([408]);
    await eventually("room", async () => reserved() === 0);
  });

  test("is released when the client disconnects", async () => {
    const shopper = await atDocument();
    const client = await rawClient(shop.url);
    client.send(`${head(shopper, `content-length: ${MB}`)}${PART}abc`);
    await eventually("a body", async () => reserved() > 0);
    client.end();
    await eventually("room", async () => reserved() === 0);
  });

  test("one address has half of it: its other uploads wait for a slot and succeed", async () => {
    const [slow, quick] = [await atDocument(), await atDocument()];
    const asked = vi.spyOn(shop.kasse.services.uploads.bodies, "enter");
    const clients = await Promise.all([1, 2, 3, 4, 5].map(() => rawClient(shop.url)));
    for (const client of clients) client.send(`${head(slow, `content-length: ${10 * MB}`)}${PART}abc`);
    await eventually("half", async () => reserved() === 20 * MB);
    await expectOk("upload", quick.upload(image));
    const big = quick.upload(new Blob([Buffer.alloc(9 * MB, "x")]));
    await eventually("it waits with three slow ones", async () => asked.mock.calls.length === 7);
    expect(reserved()).toBe(20 * MB);
    for (const client of clients) client.end();
    expect((await big).status).toBe(415);
    await eventually("room", async () => reserved() === 0);
    asked.mockRestore();
  });

  test("a body that declares more than a picture is rejected before it is read", async () => {
    const shopper = await atDocument();
    const client = await rawClient(shop.url);
    client.send(`${head(shopper, "content-length: 900000000")}${PART}abc`);
    expect(await answerOf(client)).toBe(413);
    expect(reserved()).toBe(0);
  });

  test("an endless chunked body is rejected when it is larger than a picture", async () => {
    const shopper = await atDocument();
    const client = await rawClient(shop.url);
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
    client.send(head(shopper, "transfer-encoding: chunked"));
    client.send(chunk(Buffer.from(PART)));
    for (let sent = 0; sent < 12; sent++) client.send(chunk(Buffer.alloc(MB, 1)));
    expect(await answerOf(client)).toBe(413);
    await eventually("room", async () => reserved() === 0);
  });
});

describe("hostile multipart bodies", () => {
  const file = (name: string, content = "x") =>
    `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\n${content}\r\n`;
  const field = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
  test.each<[string, string, string | undefined, readonly number[]]>([
    [
      "a thousand fields before the file",
      `${field("a").repeat(1000)}${file("document")}--b--\r\n`,
      undefined,
      [400, 413],
    ],
    ["a thousand files", `${file("document").repeat(1000)}--b--\r\n`, undefined, [400, 413, 415]],
    ["a file of another name before it", `${file("other")}${file("document")}--b--\r\n`, undefined, [400]],
    ["a header without end", `--b\r\ncontent-disposition: ${"x".repeat(500_000)}`, undefined, [400]],
    ["a thousand headers", `--b\r\n${"x: y\r\n".repeat(1000)}\r\n\r\nx\r\n--b--\r\n`, undefined, [400]],
    ["no boundary", file("document"), "multipart/form-data", [400, 415]],
    ["a boundary of 10 kB", file("document"), `multipart/form-data; boundary=${"b".repeat(10_000)}`, [400]],
    ["another boundary", file("document"), "multipart/form-data; boundary=c", [400]],
    ["no end", PART, undefined, [400]],
    ["no body", "", undefined, [400]],
    ["a name of 10 kB", `${file("n".repeat(10_000))}--b--\r\n`, undefined, [400]],
    ["__proto__ as name", `${file("__proto__")}--b--\r\n`, undefined, [400]],
  ])("%s: a 4xx, and the memory is released", async (_name, body, type, statuses) => {
    const client = await send(await atDocument(), body, type);
    expect(statuses).toContain(await answerOf(client));
    await eventually("room", async () => reserved() === 0);
  });
});

test("a hostile picture is rejected before it is decoded, and is an event of the security log", async () => {
  const shopper = await atDocument();
  for (const [bytes, status] of [
    [svg(9_000_000), 415],
    [jpegOfManyScans(883), 413],
  ] as const) {
    expect((await shopper.upload(new Blob([new Uint8Array(bytes)]))).status).toBe(status);
  }
  const events = lines.filter(({ security }) => security === "upload.refused");
  expect(events).toHaveLength(2);
  expect(events[0]).toMatchObject({ reason: "notAPicture", address: expect.any(String) });
});
