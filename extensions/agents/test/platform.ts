import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { serializeDictionary, type InnerList } from "#libraries/agents/index.ts";
import { ownCapabilities, UCP_VERSION } from "../protocol/capabilities.ts";
import { contentDigest } from "../protocol/content-digest.ts";
import { signatureBase, type DerivedComponent } from "../protocol/signature/base.ts";

/** A key of a platform, with the public part that its profile lists. */
export type TestKey = { readonly kid: string; readonly privateKey: KeyObject; readonly jwk: Record<string, unknown> };

/** Creates a key for signatures. */
export function testKey(kid = "key-1", curve: "P-256" | "P-384" = "P-256"): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: curve });
  return { kid, privateKey, jwk: { kid, use: "sig", ...publicKey.export({ format: "jwk" }) } };
}

/** Returns the profile of a platform that has the same capabilities as a shop, and the keys. */
export function platformProfile(
  { publicUrl = "https://shop.example.ch", webhookUrl }: { readonly publicUrl?: string; readonly webhookUrl?: string },
  ...keys: readonly TestKey[]
): Record<string, unknown> {
  const capabilities = [...ownCapabilities(publicUrl)].map(([name, versions]) => [
    name,
    versions.map(({ version, spec, schema }) => ({
      version,
      spec,
      schema,
      ...(name === "dev.ucp.shopping.order" && webhookUrl ? { config: { webhook_url: webhookUrl } } : {}),
    })),
  ]);
  return {
    ucp: {
      version: UCP_VERSION,
      services: {},
      payment_handlers: {},
      capabilities: Object.fromEntries(capabilities) as object,
    },
    signing_keys: keys.map(({ jwk }) => jwk),
  };
}

export type PlatformServer = {
  readonly url: string;
  /** How many requests have arrived. */
  requests(): number;
  stop(): Promise<void>;
};

/** Starts a server of a platform on a free port of this machine. */
export async function startPlatform(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<PlatformServer> {
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/profile`,
    requests: () => count,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A request of a platform, before it is signed. */
export type Unsigned = {
  readonly method?: string;
  readonly authority?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether it has an `Idempotency-Key`; if absent, all but a GET have one. */
  readonly hasKey?: boolean;
};

/** What a test changes in a signature. */
export type Changes = {
  readonly components?: (correct: readonly string[]) => readonly string[];
  readonly parameters?: readonly (readonly [string, string | number])[];
  readonly label?: string;
  readonly dsaEncoding?: "der" | "ieee-p1363";
};

/** Returns the header fields of a request that a platform has signed as UCP asks. */
export function signedHeaders(
  key: TestKey,
  profileUrl: string,
  { method = "POST", authority = "shop.example.ch", path = "/ucp/checkout-sessions", ...request }: Unsigned = {},
  { components: change = (all) => all, parameters, label = "sig1", dsaEncoding = "ieee-p1363" }: Changes = {},
): Record<string, string> {
  const { query = "", headers: others = {}, body = "", hasKey = method !== "GET" } = request;
  const headers: Record<string, string> = {
    "ucp-agent": `profile="${profileUrl}"`,
    ...(hasKey && { "idempotency-key": "0b6a4f5e-8f43-4d44-93a5-b7f6f2a3c9d1" }),
    ...(body === "" ? {} : { "content-type": "application/json", "content-digest": contentDigest(Buffer.from(body)) }),
    ...others,
  };
  const derived: Partial<Record<DerivedComponent, string>> = {
    "@method": method,
    "@authority": authority,
    "@path": path,
    ...(query === "" ? {} : { "@query": query }),
  };
  const components = change([...Object.keys(derived), ...Object.keys(headers)]);
  const list: InnerList = [components.map((name) => [name, new Map()]), new Map(parameters ?? [["keyid", key.kid]])];
  const base = signatureBase({ components, parameters: list[1], list }, { derived, headers });
  if (!base.ok) throw new Error(`The request does not have ${base.missing}`);
  const hash = key.privateKey.asymmetricKeyDetails?.namedCurve === "secp384r1" ? "sha384" : "sha256";
  const signature = sign(hash, base.bytes, { key: key.privateKey, dsaEncoding });
  return {
    ...headers,
    "signature-input": serializeDictionary({ [label]: list }),
    signature: `${label}=:${signature.toString("base64")}:`,
  };
}
