import { createSecureContext, getCACertificates, setDefaultCACertificates, type SecureContext } from "node:tls";
import { afterEach, beforeAll, expect, test } from "vitest";
import { certificate } from "#test/support/certificate.ts";
import { RECIPIENT } from "#test/support/recorded-log.ts";
import { smsClient } from "./sms-client.ts";
import { startSmsCentre } from "../simulator/centre.ts";

/** The certificates of a host that serves two names: the client must send the name it wants (SNI, RFC 6066). */
let named: { readonly key: string; readonly cert: string };
let other: { readonly key: string; readonly cert: string };
beforeAll(async () => {
  [named, other] = await Promise.all([certificate("localhost"), certificate("other.example.ch")]);
});

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/**
 * Starts a centre with TLS whose right certificate is only sent for the name `localhost`; `ca` is trusted, like one in
 * NODE_EXTRA_CA_CERTS.
 */
async function connected(ca: string | null, host = "localhost") {
  const usual = getCACertificates("default");
  if (ca !== null) setDefaultCACertificates([...usual, ca]);
  const asked: string[] = [];
  const SNICallback = (name: string, done: (error: Error | null, context?: SecureContext) => void) => {
    asked.push(name);
    done(null, createSecureContext(name === "localhost" ? named : other));
  };
  const centre = await startSmsCentre({ tls: { ...other, SNICallback } });
  const client = await smsClient({ host, port: centre.port }, { tls: true });
  ends.push(
    async () => setDefaultCACertificates(usual),
    () => centre.stop(),
    () => client.stop(),
  );
  return { centre, client, asked };
}

test("the client sends the name of a centre with TLS, and accepts a certificate of a trusted authority", async () => {
  const { centre, client, asked } = await connected(named.cert);
  expect(await client.send("Grüezi")).toBe("sent");
  expect([asked, centre.read]).toEqual([["localhost"], ["Grüezi"]]);
});

test.each([
  ["that nobody vouches for", "none", "localhost", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["of another name", "other", "127.0.0.1", "ERR_TLS_CERT_ALTNAME_INVALID"],
] as const)(
  "a certificate %s ends the connection before the password is sent",
  async (_name, authority, host, code) => {
    const { centre, client } = await connected(authority === "other" ? other.cert : null, host);
    expect(await client.send("a")).toBe("later");
    expect(client.lines).toEqual([{ level: "warn", status: `SMPP: ${code}`, msg: expect.any(String) }]);
    expect([centre.binds, centre.texts]).toEqual([[], []]);
    expect(JSON.stringify(client.lines)).not.toContain(RECIPIENT);
  },
);
