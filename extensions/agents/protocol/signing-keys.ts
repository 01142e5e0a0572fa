import { createECDH, createHash, createPrivateKey, hkdfSync, type KeyObject } from "node:crypto";
import { deriveKey } from "#server/platform/encryption/keys.ts";

/** A public key for ES256 signatures as a business profile lists it (UCP signatures, Key Format). */
export type PublicKey = {
  readonly kid: string;
  readonly kty: "EC";
  readonly crv: "P-256";
  readonly x: string;
  readonly y: string;
  readonly use: "sig";
  readonly alg: "ES256";
};

/** A key of the shop: its name in signatures, and the private key. */
type SigningKey = { readonly kid: string; readonly privateKey: KeyObject; readonly publicKey: PublicKey };

/** The keys at a point in time: the one that signs, and all that are published. */
export type SigningKeys = { readonly current: SigningKey; readonly published: readonly PublicKey[] };

/**
 * Returns the shop's signing keys. There is one for each quarter of a year, derived from a secret of the shop, so every
 * process has the same without a setting. The keys of the previous and the next quarter are published too: a platform
 * can verify a signature of three months ago, and knows a key three months before it is used (UCP signatures, Key
 * Rotation).
 */
export function createSigningKeys(secret: Buffer): (now: Date) => SigningKeys {
  let last: { readonly quarter: number; readonly keys: SigningKeys } | null = null;
  return (now) => {
    const quarter = quarterOf(now);
    if (last?.quarter === quarter) return last.keys;
    const [current, next, previous] = [quarter, quarter + 1, quarter - 1].map((each) => keyOf(secret, each));
    if (!current || !next || !previous) throw new Error("There are three quarters");
    last = {
      quarter,
      keys: { current, published: [current.publicKey, next.publicKey, previous.publicKey] },
    };
    return last.keys;
  };
}

/** Returns the number of a quarter, counted from the year 0, in UTC as on every machine. */
const quarterOf = (now: Date): number => now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3);

const nameOf = (quarter: number): string => `${Math.floor(quarter / 4)}-q${(quarter % 4) + 1}`;

/** The order of the group of P-256 (FIPS 186-5, SP 800-186). */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function keyOf(secret: Buffer, quarter: number): SigningKey {
  const name = nameOf(quarter);
  // 128 bits more than the order has, so that the remainder is evenly distributed (FIPS 186-5, A.2.1).
  const bytes = hkdfSync("sha256", deriveKey(secret, `agents:${name}`), Buffer.alloc(0), "P-256 private key", 48);
  const scalar = (BigInt(`0x${Buffer.from(bytes).toString("hex")}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const curve = createECDH("prime256v1");
  curve.setPrivateKey(d);
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
  const jwk = { kty: "EC", crv: "P-256", x, y } as const;
  const privateKey = createPrivateKey({ key: { ...jwk, d: d.toString("base64url") }, format: "jwk" });
  const kid = `${name}-${thumbprint(jwk).slice(0, 8)}`;
  return { kid, privateKey, publicKey: { kid, ...jwk, use: "sig", alg: "ES256" } };
}

/**
 * Returns the thumbprint of a key (RFC 7638). With a part of it in the key's name, a shop whose secret has changed does
 * not use a name that a platform knows with another key.
 */
function thumbprint({ crv, kty, x, y }: Pick<PublicKey, "crv" | "kty" | "x" | "y">): string {
  return createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
}
