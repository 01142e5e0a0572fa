import { createHash, createPublicKey, generateKeyPairSync, randomBytes, sign, verify } from "node:crypto";

/** A request before it is signed. */
type Request = {
  readonly method: string;
  readonly url: URL;
  /** With lower-case names; all of them are signed. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;
type Jwk = { readonly kid?: string } & Record<string, unknown>;
export type SigningKey = ReturnType<typeof newKey>;

/** Creates an ES256 key (UCP signatures, "Key Format"). */
export function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = `simulator-${randomBytes(4).toString("hex")}`;
  return { kid, privateKey, jwk: { ...publicKey.export({ format: "jwk" }), kid, use: "sig", alg: "ES256" } };
}

const digestOf = (body: string | Buffer) => `sha-256=:${createHash("sha256").update(body).digest("base64")}:`;
/** ECDSA signatures are `r||s` and not DER (UCP signatures, "Signature Encoding"). */
const ENCODING = { dsaEncoding: "ieee-p1363" } as const;

/** Returns the headers of a request with its signature (RFC 9421; UCP signatures, "REST Request Signing"). */
export function signed({ method, url, headers, body }: Request, { kid, privateKey }: SigningKey) {
  const content = body === "" ? {} : { "content-type": "application/json", "content-digest": digestOf(body) };
  const all: Record<string, string> = { ...headers, ...content };
  const names = ["@method", "@authority", "@path", ...(url.search === "" ? [] : ["@query"]), ...Object.keys(all)];
  const params = `(${names.map((name) => `"${name}"`).join(" ")});keyid="${kid}"`;
  const signature = sign("sha256", baseOf(names, params, method, url, all), { key: privateKey, ...ENCODING });
  return { ...all, "signature-input": `sig1=${params}`, signature: `sig1=:${signature.toString("base64")}:` };
}

/**
 * Returns what is wrong with the signature of a webhook; null if nothing is. `keys`: those of the shop's profile. A
 * webhook has to sign all that a request signs (UCP signatures, "Webhooks").
 */
export function mistakeOf(
  { method, url, headers, body }: { method: string; url: URL; headers: Headers; body: Buffer },
  keys: readonly Jwk[],
): string | null {
  const field = (name: string) => [headers[name] ?? []].flat().join(", ");
  const [, label = "", params = "", list = "", kid = ""] =
    /^(\w+)=(\(([^)]*)\)(?:;\w+=[^;]+)*?;keyid="([^"]+)".*)$/.exec(field("signature-input")) ?? [];
  const names = list.split(" ").map((name) => name.replaceAll('"', ""));
  const missing = ["@method", "@authority", "@path", "content-type", "content-digest", "ucp-agent"].find(
    (name) => !names.includes(name),
  );
  if (missing) return `it does not sign ${missing}`;
  if (field("content-digest") !== digestOf(body)) return "the digest is that of another body";
  const jwk = keys.find((each) => each.kid === kid);
  if (!jwk) return `the shop's profile has no key ${kid}`;
  const value = new RegExp(`^${label}=:([^:]+):$`).exec(field("signature"))?.[1] ?? "";
  const values = Object.fromEntries(names.map((name) => [name, field(name)]));
  const key = createPublicKey({ key: jwk as never, format: "jwk" });
  const isValid = verify(
    "sha256",
    baseOf(names, params, method, url, values),
    { key, ...ENCODING },
    Buffer.from(value, "base64"),
  );
  return isValid ? null : "the signature is wrong";
}

/** Returns the bytes that are signed (RFC 9421, 2.5). */
function baseOf(names: readonly string[], params: string, method: string, url: URL, fields: Record<string, string>) {
  const derived: Readonly<Record<string, string>> = {
    "@method": method,
    "@authority": url.host,
    "@path": url.pathname,
    "@query": url.search,
  };
  const lines = names.map((name) => `"${name}": ${(derived[name] ?? fields[name] ?? "").trim()}`);
  return Buffer.from([...lines, `"@signature-params": ${params}`].join("\n"), "latin1");
}
