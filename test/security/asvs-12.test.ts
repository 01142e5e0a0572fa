import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { beforeAll, expect, test } from "vitest";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { httpCustomers } from "#server/integrations/customers/http.ts";
import { webhookHandover } from "#server/integrations/handover/webhook.ts";
import { send } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { startFake } from "#simulator/play/fake-server.ts";
import { certificate } from "../support/certificate.ts";

// OWASP ASVS 5.0, V12 Secure Communication, and 15.3.2: the shop as a client (docs/evidence/asvs.md).

let credentials: { readonly key: string; readonly cert: string };
/** The shop's certificate as a client. */
let client: { readonly key: string; readonly cert: string };
beforeAll(async () => {
  [credentials, client] = await Promise.all([certificate("localhost"), certificate("kasse")]);
});

/**
 * Sends a secret to a server with these options, trusting `ca` in addition to the machine's authorities. Returns its
 * answer and the requests it read.
 */
async function tell(options: ServerOptions, ca: string | null, host = "localhost") {
  const read: unknown[] = [];
  const server = createServer({ ...credentials, ...options }, (request, response) => {
    read.push(request.headers.authorization);
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const url = `https://${host}:${(server.address() as AddressInfo).port}`;
  const usual = getGlobalDispatcher();
  const trusting = new Agent(ca ? { connect: { ca } } : {});
  setGlobalDispatcher(trusting);
  try {
    const answer = await send("test", {
      url,
      headers: { authorization: "Bearer secret" },
      timeoutMs: 5000,
    }).catch((error: Error) => error);
    return { answer, read };
  } finally {
    setGlobalDispatcher(usual);
    await trusting.destroy();
    server.closeAllConnections();
    server.close();
  }
}

test("a system with a trusted certificate gets the request", async () => {
  const { answer, read } = await tell({}, credentials.cert);
  expect([answer, read]).toEqual([{ status: 200, ok: true, type: null, text: "{}" }, ["Bearer secret"]]);
});

test.each<[string, ServerOptions, boolean, string]>([
  ["that nobody vouches for", {}, false, "localhost"],
  ["of another host", {}, true, "127.0.0.1"],
  [
    "with a protocol older than TLS 1.2",
    { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT:@SECLEVEL=0" },
    true,
    "localhost",
  ],
])("a system with a certificate %s gets nothing, and counts as unavailable", async (_, options, trusted, host) => {
  const { answer, read } = await tell(options, trusted ? credentials.cert : null, host);
  expect([answer, read]).toEqual([expect.any(Unavailable), []]);
});

test.each([301, 302, 303, 307, 308])(
  "a redirect with status %d is not followed: no secret goes to another host",
  async (status) => {
    const other = await startFake(() => ({ body: {} }));
    const system = await startFake(() => ({ status, headers: { location: `${other.url}/stolen` } }));
    try {
      const answer = await send("test", {
        url: system.url,
        headers: { authorization: "Bearer secret" },
        body: "{}",
        timeoutMs: 5000,
      });
      expect([answer.status, answer.ok]).toEqual([status, false]);
      expect(other.calls).toEqual([]);
    } finally {
      await Promise.all([other.stop(), system.stop()]);
    }
  },
);

test("the operator's systems can require a client certificate: with it the shop calls them and hands over, without it no data is sent", async () => {
  const seen: string[] = [];
  const options = { ...credentials, requestCert: true, rejectUnauthorized: true, ca: client.cert };
  const server = createServer(options, (request, response) => {
    seen.push(request.url ?? "");
    response.setHeader("content-type", "application/json").end('{"customer":null}');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const trusted = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...trusted, credentials.cert]);
  try {
    const own = { url, secret: "secret", timeoutMs: 5000, restMs: 10_000 };
    const event = { eventId: "1", event: {} };
    expect(await httpCustomers({ ...own, certificate: client }).findByEmail("a@example.ch")).toBeNull();
    await webhookHandover({ ...own, certificate: client }).deliver(event);
    expect(seen).toEqual(["/customers/find", "/"]);
    await expect(httpCustomers(own).findByEmail("a@example.ch")).rejects.toThrow(Unavailable);
    await expect(webhookHandover(own).deliver(event)).rejects.toThrow(Unavailable);
    expect(seen).toHaveLength(2);
  } finally {
    tls.setDefaultCACertificates(trusted);
    server.closeAllConnections();
    server.close();
  }
});
