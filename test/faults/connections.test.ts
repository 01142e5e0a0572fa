import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { gzipSync } from "node:zlib";
import { API_PREFIX, XSRF } from "#contract/paths.ts";
import { rawClient, type RawClient } from "../support/raw-client.ts";
import { startShop, type Shop } from "../support/shop.ts";

/** The shop's timeouts divided by 60: a request has one second. */
const TIMES = { headersMs: 250, requestMs: 1000, keepAliveMs: 1200, idleMs: 2000, checkMs: 50 };
let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ connectionTimes: TIMES });
});
afterAll(() => shop.stop());

const PROOF = `cookie: ${XSRF.cookie}=x\r\n${XSRF.header}: x\r\n`;
const JSON_POST = `POST ${API_PREFIX}/checkout HTTP/1.1\r\nhost: shop\r\n${PROOF}content-type: application/json\r\n`;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends single bytes until the server closes the connection; returns the duration in ms. */
async function drip(client: RawClient, byte: string, everyMs: number): Promise<number> {
  const began = performance.now();
  const timer = setInterval(() => client.send(byte), everyMs);
  await client.closed;
  clearInterval(timer);
  return performance.now() - began;
}

describe("slow clients", () => {
  test.each([
    ["a JSON body", `${JSON_POST}content-length: 5000\r\n\r\n{`],
    ["a chunked body", `${JSON_POST}transfer-encoding: chunked\r\n\r\n`],
    [
      "an upload",
      `POST ${API_PREFIX}/upload-document HTTP/1.1\r\nhost: shop\r\n${PROOF}content-type: multipart/form-data; boundary=b\r\ncontent-length: 5000\r\n\r\n--b\r\n`,
    ],
  ])("%s sent byte by byte is ended with 408 after its timeout", async (_name, start) => {
    const client = await rawClient(shop.url);
    client.send(start);
    const ms = await drip(client, start.includes("chunked") ? "1\r\na\r\n" : "a", 100);
    expect(ms).toBeGreaterThan(TIMES.requestMs - 300);
    expect(ms).toBeLessThan(TIMES.requestMs + 1000);
    // An upload without a checkout is answered before its body has arrived.
    expect([[408], [404, 408], [404]]).toContainEqual(client.statuses);
  });

  test("headers sent byte by byte are ended", async () => {
    const client = await rawClient(shop.url);
    client.send("GET / HTTP/1.1\r\nhost: shop\r\nx: ");
    expect(await drip(client, "a", 50)).toBeLessThan(TIMES.headersMs + 5000);
    expect(client.statuses).toEqual([408]);
  });

  test("a silent connection is closed", async () => {
    const client = await rawClient(shop.url);
    const began = performance.now();
    await client.closed;
    expect(performance.now() - began).toBeLessThan(TIMES.idleMs + 5000);
  });

  test("a client that does not read its answers is closed", async () => {
    const client = await rawClient(shop.url);
    client.socket.pause();
    const requests = "GET /openapi.json HTTP/1.1\r\nhost: shop\r\n\r\n".repeat(120);
    client.send(requests);
    await sleep(2 * TIMES.idleMs + 1000);
    // Reads the data left in the socket's buffers, after which the closed connection ends.
    client.socket.resume();
    await client.closed;
    expect(client.statuses.length).toBeLessThan(120);
  });

  test("quick clients are served meanwhile", async () => {
    const slow = await Promise.all(Array.from({ length: 50 }, () => rawClient(shop.url)));
    for (const client of slow) client.send(`${JSON_POST}content-length: 60000\r\n\r\n{`);
    const began = performance.now();
    await shop.shopper().choose({ type: "Tariff", tariff: "SMART30" });
    expect(performance.now() - began).toBeLessThan(5000);
    for (const client of slow) client.end();
  });
});

describe("request smuggling", () => {
  const hidden = `GET ${API_PREFIX}/catalogue HTTP/1.1\r\nhost: shop\r\n\r\n`;
  const chunked = `0\r\n\r\n${hidden}`;
  test.each<[string, string]>([
    ["length and transfer encoding", `${JSON_POST}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n${chunked}`],
    ["transfer encoding and length", `${JSON_POST}transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n${chunked}`],
    ["two lengths", `${JSON_POST}content-length: 2\r\ncontent-length: 40\r\n\r\n{}${hidden}`],
    ["two equal lengths", `${JSON_POST}content-length: 2\r\ncontent-length: 2\r\n\r\n{}${hidden}`],
    ["a list of lengths", `${JSON_POST}content-length: 2, 40\r\n\r\n{}${hidden}`],
    ["a negative length", `${JSON_POST}content-length: -1\r\n\r\n{}${hidden}`],
    ["a length with a sign", `${JSON_POST}content-length: +2\r\n\r\n{}${hidden}`],
    ["a hexadecimal length", `${JSON_POST}content-length: 0x2\r\n\r\n{}${hidden}`],
    ["chunked not last", `${JSON_POST}transfer-encoding: chunked, identity\r\n\r\n${chunked}`],
    ["two transfer encodings", `${JSON_POST}transfer-encoding: chunked\r\ntransfer-encoding: x\r\n\r\n${chunked}`],
    ["a misspelt transfer encoding", `${JSON_POST}transfer-encoding: xchunked\r\n\r\n${chunked}`],
    ["a space before the colon", `${JSON_POST}content-length : 2\r\n\r\n{}${hidden}`],
    ["a folded header", `${JSON_POST}x: a\r\n content-length: 40\r\ncontent-length: 2\r\n\r\n{}${hidden}`],
    ["a folded transfer encoding", `${JSON_POST}transfer-encoding:\r\n chunked\r\n\r\n${chunked}`],
    ["a bare LF", `${JSON_POST.replaceAll("\r\n", "\n")}content-length: 2\n\n{}${hidden}`],
    ["a bare CR in a header", `${JSON_POST}x: a\rcontent-length: 40\r\ncontent-length: 2\r\n\r\n{}${hidden}`],
    ["a zero byte in a header", `${JSON_POST}x: a\0b\r\ncontent-length: 2\r\n\r\n{}${hidden}`],
    ["a chunk size with a sign", `${JSON_POST}transfer-encoding: chunked\r\n\r\n+2\r\n{}\r\n${chunked}`],
    [
      "a chunk size too large for any number",
      `${JSON_POST}transfer-encoding: chunked\r\n\r\n${"f".repeat(17)}\r\n{}${hidden}`,
    ],
    ["a chunk longer than its size", `${JSON_POST}transfer-encoding: chunked\r\n\r\n1\r\n{}\r\n${chunked}`],
    ["a body that ends a chunk with LF", `${JSON_POST}transfer-encoding: chunked\r\n\r\n2\n{}\n0\n\n${hidden}`],
    ["no host", `GET / HTTP/1.1\r\n\r\n${hidden}`],
    ["two hosts", `GET / HTTP/1.1\r\nhost: shop\r\nhost: evil.example\r\n\r\n${hidden}`],
    ["another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ])("%s: 400, the connection is closed, and the hidden request is not answered", async (_name, bytes) => {
    const client = await rawClient(shop.url);
    client.send(bytes);
    await client.closed;
    expect(client.statuses).toEqual([400]);
    expect(client.received).toMatch(/connection: close/i);
  });

  test("headers that are too many or too long are a 431", async () => {
    const client = await rawClient(shop.url);
    client.send(`GET / HTTP/1.1\r\nhost: shop\r\nx: ${"a".repeat(20_000)}\r\n\r\n`);
    await client.closed;
    expect(client.statuses).toEqual([431]);
  });
});

test("a compressed body is a 415, whatever its content", async () => {
  const packed = gzipSync(Buffer.alloc(50_000_000));
  for (const encoding of ["gzip", "deflate", "br", "zstd", "gzip, gzip"]) {
    const reply = await fetch(`${shop.url}${API_PREFIX}/checkout`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-encoding": encoding,
        cookie: `${XSRF.cookie}=x`,
        [XSRF.header]: "x",
      },
      body: packed,
    });
    expect(reply.status).toBe(415);
  }
});

const IDLE = inject("long") ? 4000 : 400;
test(`${IDLE} idle connections do no harm`, { timeout: 300_000 }, async () => {
  const patient = await startShop();
  try {
    const before = process.memoryUsage.rss();
    const clients: RawClient[] = [];
    for (let at = 0; at < IDLE; at++) {
      const client = await rawClient(patient.url);
      client.send(at % 2 === 0 ? "GET / HTTP/1.1\r\nhost: shop\r\n" : "");
      clients.push(client);
    }
    const times: number[] = [];
    for (let at = 0; at < 20; at++) {
      const began = performance.now();
      await patient.shopper().choose({ type: "Tariff", tariff: "SMART30" });
      times.push(performance.now() - began);
    }
    expect(Math.max(...times)).toBeLessThan(5000);
    // Both ends of the connections are in this process.
    expect((process.memoryUsage.rss() - before) / IDLE / 1024).toBeLessThan(100);
    for (const client of clients) client.end();
  } finally {
    await patient.stop();
  }
});
