import Fastify, { type FastifyInstance } from "fastify";
import { request, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createOutgoing } from "../protocol/outgoing.ts";
import { createPlatforms } from "../protocol/platforms.ts";
import { createProfiles, PROFILE_LIMITS } from "../protocol/profiles.ts";
import { publicLookup } from "../protocol/public-address.ts";
import { receivedRequest } from "../protocol/received-request.ts";
import { createSecurityLog } from "#server/platform/security/security-log.ts";
import {
  platformProfile,
  signedHeaders,
  startPlatform,
  testKey,
  type Changes,
  type PlatformServer,
  type TestKey,
  type Unsigned,
} from "./platform.ts";

// A platform's server and one that identifies platforms, on this machine, over HTTP.

const PUBLIC_URL = "https://shop.example.ch";
const BODY = '{"line_items":[]}';
const key = testKey();

let platform: PlatformServer;
let shop: FastifyInstance;
let shopUrl: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let events: Record<string, unknown>[];
let clock: Date;
let stopOutgoing: () => Promise<void>;

const json = (profile: unknown) => (_request: IncomingMessage, response: ServerResponse) => {
  response.setHeader("content-type", "application/json").setHeader("cache-control", "public, max-age=3600");
  response.end(JSON.stringify(profile));
};

beforeEach(async () => {
  clock = new Date("2026-11-27T12:00:00Z");
  events = [];
  answer = json(platformProfile({}, key));
  platform = await startPlatform((request, response) => answer(request, response));
  const log = pino({ base: null }, { write: (line: string) => void events.push(JSON.parse(line) as never) });
  const trusted = [platform.url];
  const now = () => clock;
  const outgoing = createOutgoing({ trusted });
  stopOutgoing = outgoing.stop;
  const profiles = createProfiles({
    outgoing,
    elapsed: () => now().getTime(),
    budgeted: false,
    limits: { ...PROFILE_LIMITS, timeoutMs: 500 },
  });
  const security = createSecurityLog(log, Buffer.alloc(32, 1));
  const platforms = createPlatforms({ publicUrl: PUBLIC_URL, trusted, profiles, security, now });
  shop = Fastify();
  shop.removeAllContentTypeParsers();
  shop.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  shop.all("/ucp/*", async (request) => {
    const needsSignature = request.headers["x-needs-signature"] !== "no";
    const found = await platforms.identify(receivedRequest(request), { needsSignature });
    return found.ok ? { ...found.value, active: [...found.value.active.keys()] } : found.failure;
  });
  shopUrl = await shop.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(async () => {
  await Promise.all([shop.close(), platform.stop(), stopOutgoing()]);
});

type Answered = { code?: string; status?: number; text?: string } & Record<string, unknown>;

async function call(
  headers: Record<string, string>,
  { method = "POST", path = "/ucp/checkout-sessions", query = "", body = BODY }: Unsigned = {},
) {
  const response = await fetch(shopUrl + path + query, { method, headers, ...(method === "GET" ? {} : { body }) });
  return (await response.json()) as Answered;
}

const signedCall = (unsigned: Unsigned = {}, changes: Changes = {}, signer: TestKey = key) =>
  call(
    signedHeaders(signer, platform.url, { body: unsigned.method === "GET" ? "" : BODY, ...unsigned }, changes),
    unsigned,
  );
const agent = () => ({ "ucp-agent": `profile="${platform.url}"` });

describe("a platform", () => {
  test("is known by its profile and its signature", async () => {
    answer = json(platformProfile({ webhookUrl: new URL("/hook", platform.url).href }, key));
    expect(await signedCall()).toEqual({
      profileUrl: platform.url,
      host: new URL(platform.url).host,
      version: "2026-04-08",
      active: [
        "dev.ucp.shopping.checkout",
        "dev.ucp.shopping.catalog.search",
        "dev.ucp.shopping.catalog.lookup",
        "dev.ucp.shopping.order",
        "dev.ucp.shopping.buyer_consent",
        "ch.example.shop.shopping.telecom",
      ],
      webhookUrl: new URL("/hook", platform.url).href,
      isSigned: true,
    });
    expect(events).toEqual([]);
  });

  test("can sign a request with a query, and without a body", async () => {
    expect(await signedCall({ method: "GET", query: "?a=1&b=%20c" })).toMatchObject({ isSigned: true });
    expect(await signedCall({ path: "/ucp/checkout-sessions/a%2Fb/cancel", body: "" })).toMatchObject({
      isSigned: true,
    });
  });

  test("needs no signature where none is asked for, and then may be anybody", async () => {
    const headers = { ...agent(), "x-needs-signature": "no" };
    expect(await call(headers)).toMatchObject({ isSigned: false, profileUrl: platform.url });
    expect(await call({ ...headers, signature: "sig1=:AAAA:" })).toMatchObject({ code: "signature_missing" });
  });

  test.each(["https://hooks.example:8443/", "http://hooks.example/", "http://127.0.0.1:1/hook", "hook"])(
    "is not told about orders at %s",
    async (webhookUrl) => {
      answer = json(platformProfile({ webhookUrl }, key));
      expect(await signedCall()).toMatchObject({ webhookUrl: null });
    },
  );

  test("has the capabilities that it declares and the shop has", async () => {
    const profile = platformProfile({}, key);
    const ucp = profile["ucp"] as { capabilities: Record<string, unknown> };
    ucp.capabilities = { "dev.ucp.shopping.checkout": [{ version: "2026-04-08" }], "x.y": [{ version: "2026-04-08" }] };
    answer = json(profile);
    expect(await signedCall()).toMatchObject({ active: ["dev.ucp.shopping.checkout"], webhookUrl: null });
  });
});

describe("a request is refused", () => {
  test("without UCP-Agent, or with another profile than the listed one", async () => {
    expect(await call({})).toMatchObject({ code: "invalid_profile_url", status: 400 });
    const other = { "ucp-agent": `profile="${platform.url}/other"` };
    expect(await call(other)).toMatchObject({ code: "profile_not_trusted", status: 403 });
    expect(platform.requests()).toBe(0);
  });

  test("without a signature where one is needed", async () => {
    expect(await call(agent())).toMatchObject({ code: "signature_missing", status: 401 });
  });

  test("with a signature for another host, whatever the Host header is", async () => {
    const here = await signedCall({ authority: new URL(shopUrl).host });
    expect(here).toMatchObject({ code: "signature_invalid", status: 401 });
  });

  test("with a changed body, and the security log says so", async () => {
    const headers = signedHeaders(key, platform.url, { body: BODY });
    expect(await call(headers, { body: "{}" })).toMatchObject({ code: "digest_mismatch", status: 400 });
    expect(events).toMatchObject([
      { security: "webhook.forged", reason: "digest_mismatch", actor: new URL(platform.url).host },
    ]);
    expect(events[0]).toHaveProperty("address");
    await signedCall({}, {}, testKey());
    await signedCall({}, {}, testKey("unknown"));
    expect(events.map(({ reason }) => reason)).toEqual(["digest_mismatch", "signature_invalid", "key_not_found"]);
  });

  test("with a second line of a signed field, also one that Node leaves out of its headers", async () => {
    const headers = signedHeaders(key, platform.url, { body: BODY });
    const twice: OutgoingHttpHeaders = { ...headers, "content-type": ["application/json", "text/plain"] as never };
    const answered = await new Promise<string>((resolve, reject) => {
      const sent = request(`${shopUrl}/ucp/checkout-sessions`, { method: "POST", headers: twice }, (response) => {
        response.setEncoding("utf8").on("data", resolve);
      });
      sent.on("error", reject).end(BODY);
    });
    expect(JSON.parse(answered)).toMatchObject({ code: "signature_invalid" });
  });

  test("if it shares no capability with the shop", async () => {
    const profile = platformProfile({}, key);
    (profile["ucp"] as { capabilities: object }).capabilities = {};
    answer = json(profile);
    expect(await signedCall()).toMatchObject({ code: "capabilities_incompatible", status: 200, mcpCode: null });
  });

  test("if it uses another version of the protocol", async () => {
    answer = json({ ...platformProfile({}, key), ucp: { version: "2026-01-23" } });
    expect(await signedCall()).toMatchObject({
      code: "version_unsupported",
      status: 422,
      text: "Protocol version 2026-01-23 is not supported. This business supports version 2026-04-08.",
    });
    // The version decides how requests are signed, so it is checked first.
    expect(await call(agent())).toMatchObject({ code: "version_unsupported" });
  });
});

describe("the profile of a platform", () => {
  test("is fetched once for many requests", async () => {
    await Promise.all([signedCall(), signedCall(), signedCall({ method: "GET" })]);
    expect(await signedCall()).toMatchObject({ isSigned: true });
    expect(platform.requests()).toBe(1);
  });

  test("that is too slow is not waited for", async () => {
    answer = (_request, response) => void response.writeHead(200).write("{");
    const begun = performance.now();
    expect(await signedCall()).toMatchObject({ code: "profile_unreachable", status: 424, retryAfter: null });
    expect(performance.now() - begun).toBeLessThan(60_000);
    expect(await signedCall()).toMatchObject({ code: "profile_unreachable", retryAfter: 2 });
    expect(platform.requests()).toBe(1);
  });

  test("that is a redirect is not followed", async () => {
    answer = (request, response) =>
      request.url === "/elsewhere"
        ? json(platformProfile({}, key))(request, response)
        : response.writeHead(302, { location: "/elsewhere" }).end();
    expect(await signedCall()).toMatchObject({
      code: "profile_unreachable",
      text: expect.stringContaining("redirect"),
    });
    expect(platform.requests()).toBe(1);
  });

  test("that is too large is not read", async () => {
    const padded = (bytes: number) => {
      const profile = { ...platformProfile({}, key), padding: "" };
      return { ...profile, padding: "x".repeat(bytes - JSON.stringify(profile).length) };
    };
    answer = json(padded(64 * 1024));
    expect(await signedCall()).toMatchObject({ isSigned: true });
    clock = new Date(clock.getTime() + 3_600_000);
    answer = json(padded(64 * 1024 + 1));
    expect(await signedCall()).toMatchObject({ code: "profile_malformed", status: 422 });
  });

  test("that is compressed is not read", async () => {
    answer = (request, response) => {
      response.setHeader("content-encoding", "gzip");
      json(platformProfile({}, key))(request, response);
    };
    expect(await signedCall()).toMatchObject({ code: "profile_malformed" });
  });

  test.each([404, 500, 503])("with status %d is not there", async (status) => {
    answer = (_request, response) => response.writeHead(status).end(JSON.stringify(platformProfile({}, key)));
    expect(await signedCall()).toMatchObject({ code: "profile_unreachable" });
  });

  test("of a server that is gone cannot be fetched, and later can", async () => {
    answer = (_request, response) => response.destroy();
    expect(await signedCall()).toMatchObject({ code: "profile_unreachable" });
    answer = json(platformProfile({}, key));
    clock = new Date(clock.getTime() + 2000);
    expect(await signedCall()).toMatchObject({ isSigned: true });
  });

  test("is fetched again for a key that it does not have, at most once a minute", async () => {
    await signedCall();
    const renewed = testKey("key-2");
    answer = json(platformProfile({}, key, renewed));
    expect(await signedCall({}, {}, renewed)).toMatchObject({ code: "key_not_found", status: 401 });
    clock = new Date(clock.getTime() + 60_000);
    expect(await Promise.all([signedCall({}, {}, renewed), signedCall({}, {}, renewed)])).toMatchObject([
      { isSigned: true },
      { isSigned: true },
    ]);
    expect(platform.requests()).toBe(2);
    await signedCall({}, {}, testKey("key-3"));
    expect(platform.requests()).toBe(2);
  });

  test("that has lost a key ends its signatures when its time is over", async () => {
    await signedCall();
    answer = json(platformProfile({}, testKey("key-2")));
    expect(await signedCall()).toMatchObject({ isSigned: true });
    clock = new Date(clock.getTime() + 3_600_000);
    expect(await signedCall()).toMatchObject({ code: "key_not_found" });
  });
});

describe("if any platform may buy", () => {
  const send = async (url: string, lookup?: ReturnType<typeof publicLookup>) => {
    const outgoing = createOutgoing({ trusted: "any", ...(lookup && { lookup }) });
    const message = { url: new URL(url), method: "GET", headers: {}, timeoutMs: 2000, maxBytes: 1000 } as const;
    try {
      return await outgoing.send(message);
    } finally {
      await outgoing.stop();
    }
  };

  test("a host whose address is internal is not connected to", async () => {
    const toLoopback = publicLookup((_host, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]));
    expect(await send("https://platform.example/ucp", toLoopback)).toBe("unresolvable");
    // Without the check there would be an attempt.
    expect(
      await send("https://platform.example/ucp", (_host, { all }, done) => {
        if (all) done(null, [{ address: "127.0.0.1", family: 4 }]);
        else done(null, "127.0.0.1", 4);
      }),
    ).toBe("unreachable");
  });

  test("nothing internal is connected to by its address, and nothing in clear text", async () => {
    for (const url of [platform.url, "https://127.0.0.1/", "https://[::1]/", "https://localhost:1/"])
      expect(await send(url)).toBe("unresolvable");
    expect(await send("https://localhost/")).toBe("unresolvable");
    expect(platform.requests()).toBe(0);
  });
});
