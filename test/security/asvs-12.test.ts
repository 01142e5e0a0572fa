import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Agent } from "undici";
import { send } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/http/unavailable.ts";
import { startFake } from "../support/fake-server.ts";

// OWASP ASVS 5.0, V12 Secure Communication, and 15.3.2: the shop as a client (docs/security/asvs.md).

let folder: string;
let credentials: { readonly key: Buffer; readonly cert: Buffer };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kasse-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"];
  const names = ["-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", [...request, ...names, "-keyout", key, "-out", cert], { stdio: "ignore" });
  credentials = { key: await readFile(key), cert: await readFile(cert) };
});
afterAll(() => rm(folder, { recursive: true }));

/** Sends a secret to a server with these options, trusting `ca` beside what the machine trusts. Returns what it answered and what it read. */
async function tell(options: ServerOptions, ca: Buffer | null, host = "localhost") {
  const read: unknown[] = [];
  const server = createServer({ ...credentials, ...options }, (request, response) => {
    read.push(request.headers.authorization);
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const url = `https://${host}:${(server.address() as AddressInfo).port}`;
  const dispatcher = new Agent(ca ? { connect: { ca } } : {});
  try {
    const answer = await send("test", {
      url,
      headers: { authorization: "Bearer secret" },
      timeoutMs: 5000,
      dispatcher,
    }).catch((error: Error) => error);
    return { answer, read };
  } finally {
    await dispatcher.destroy();
    server.closeAllConnections();
    server.close();
  }
}

test("a system whose certificate is trusted gets the request", async () => {
  const { answer, read } = await tell({}, credentials.cert);
  expect([answer, read]).toEqual([{ status: 200, ok: true, text: "{}" }, ["Bearer secret"]]);
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
])("a system with a certificate %s gets nothing, and is called unavailable", async (_, options, trusted, host) => {
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
