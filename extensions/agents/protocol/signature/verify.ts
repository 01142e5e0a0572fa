import { createPublicKey, verify as verifyBytes, type KeyObject } from "node:crypto";
import { parseDictionary } from "#libraries/agents/index.ts";
import { isDigestOf } from "../content-digest.ts";
import { refuse, type ProtocolResult, type Refused } from "../failures.ts";
import type { PlatformKey } from "../platform-profile.ts";
import { fieldOf, readInputs, signatureBase, type Headers, type Input } from "./base.ts";

/** A request as it was received. */
export type ReceivedRequest = {
  readonly method: string;
  /** The path as in the request line, without the query. */
  readonly path: string;
  /** The query as in the request line, with its question mark; empty without one. */
  readonly query: string;
  readonly headers: Headers;
  readonly body: Buffer;
};

/** How far a platform's clock may be ahead, in seconds. */
const CLOCK_SKEW = 60;

/**
 * How old a signature with a time may be, in seconds, so that a request that somebody kept cannot be repeated later.
 * UCP does not require the time, so a platform that leaves it out is not protected.
 */
const MAX_AGE = 900;

/** How many signatures of one request are tried. */
const MAX_SIGNATURES = 4;

/** Curves by their name in a key (UCP signatures, Signature Algorithms). `bytes`: of r and s together. */
const CURVES = {
  "P-256": { jwk: "ES256", alg: "ecdsa-p256-sha256", hash: "sha256", bytes: 64 },
  "P-384": { jwk: "ES384", alg: "ecdsa-p384-sha384", hash: "sha384", bytes: 96 },
} as const;

const CHANGING: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

export type VerifyOptions = {
  /** The authority of the shop's public URL, which the platform has to have signed. */
  readonly authority: string;
  readonly now: Date;
  /** Whether a POST without an `Idempotency-Key` is refused. A tool's key is in the body, which is signed. */
  readonly needsKey: boolean;
};

/** Returns whether a request has any header of a signature. */
export const isSigned = (headers: Headers): boolean =>
  fieldOf(headers, "signature") !== null || fieldOf(headers, "signature-input") !== null;

/**
 * Verifies a request's signature with the keys of the platform's profile (RFC 9421; UCP signatures, REST Request
 * Verification). Of several signatures, one valid one is enough; otherwise the first one's failure is returned. The
 * value is the id of the key.
 */
export function verifyRequest(
  request: ReceivedRequest,
  keys: readonly PlatformKey[],
  options: VerifyOptions,
): ProtocolResult<string> {
  const input = fieldOf(request.headers, "signature-input");
  const signature = fieldOf(request.headers, "signature");
  if (input === null || signature === null) return refuse("signature_missing");
  const inputs = readInputs(input);
  const signatures = readSignatures(signature);
  if (inputs === null || signatures === null) return invalid("Signature or Signature-Input cannot be read.");
  const labels = [...inputs.keys()].filter((label) => signatures.has(label)).slice(0, MAX_SIGNATURES);
  let first: Refused | null = null;
  for (const label of labels) {
    const [covered, bytes] = [inputs.get(label), signatures.get(label)];
    if (!covered || !bytes) {
      first ??= invalid(`The signature "${label}" is not written as UCP requires.`);
      continue;
    }
    const verified = verifyOne(request, { input: covered, signature: bytes }, keys, options);
    if (verified.ok) return verified;
    first ??= verified;
  }
  return first ?? refuse("signature_missing", { text: "Signature and Signature-Input have no label in common." });
}

function verifyOne(
  request: ReceivedRequest,
  { input, signature }: { readonly input: Input; readonly signature: Buffer },
  keys: readonly PlatformKey[],
  options: VerifyOptions,
): ProtocolResult<string> {
  const uncovered = requiredComponents(request, options).filter((name) => !input.components.includes(name));
  if (uncovered.length > 0) return invalid(`The signature has to cover ${uncovered.join(", ")}.`);
  const late = timeProblem(input, options.now);
  if (late !== null) return invalid(late);
  const keyid = input.parameters.get("keyid");
  if (typeof keyid !== "string") return refuse("signature_missing", { text: "The signature has no keyid." });
  const found = findKey(keys, keyid, input);
  if (!found.ok) return found;
  const { key, curve } = found.value;
  const digest = fieldOf(request.headers, "content-digest");
  if (digest !== null && !isDigestOf(request.body, digest)) return refuse("digest_mismatch");
  const base = signatureBase(input, { derived: derivedOf(request, options.authority), headers: request.headers });
  if (!base.ok) return invalid(`The request does not have ${base.missing}, which is signed.`);
  if (signature.length !== curve.bytes)
    return invalid(`The signature has to be ${curve.bytes} bytes, r and s, without DER.`);
  return verifyBytes(curve.hash, base.bytes, { key, dsaEncoding: "ieee-p1363" }, signature)
    ? { ok: true, value: keyid }
    : invalid(`The signature does not belong to this request and the key ${keyid}.`);
}

/** Returns the components that a signature of this request has to cover (UCP signatures, REST Request Signing). */
function requiredComponents(
  { method, query, headers, body }: ReceivedRequest,
  { needsKey }: VerifyOptions,
): readonly string[] {
  const hasKey = fieldOf(headers, "idempotency-key") !== null;
  return [
    "@method",
    "@authority",
    "@path",
    ...(query.length > 1 ? ["@query"] : []),
    "ucp-agent",
    ...(hasKey || (needsKey && CHANGING.has(method)) ? ["idempotency-key"] : []),
    ...(body.length > 0 ? ["content-digest", "content-type"] : []),
  ];
}

function derivedOf({ method, path, query }: ReceivedRequest, authority: string) {
  return { "@method": method, "@authority": authority, "@path": path, "@query": query === "" ? "?" : query };
}

/** Returns what is wrong with the times of a signature, if it has any; they are optional. */
function timeProblem({ parameters }: Input, now: Date): string | null {
  const [created, expires] = [parameters.get("created"), parameters.get("expires")];
  const seconds = now.getTime() / 1000;
  if ([created, expires].some((time) => time !== undefined && !Number.isInteger(time)))
    return "The signature's created and expires have to be whole numbers.";
  if (typeof expires === "number" && expires <= seconds) return "The signature has expired.";
  if (typeof created === "number" && created > seconds + CLOCK_SKEW) return "The signature was created in the future.";
  if (typeof created === "number" && created < seconds - MAX_AGE)
    return "The signature is more than 15 minutes old. Sign each request anew.";
  return null;
}

type Found = { readonly key: KeyObject; readonly curve: (typeof CURVES)[keyof typeof CURVES] };

function findKey(keys: readonly PlatformKey[], keyid: string, { parameters }: Input): ProtocolResult<Found> {
  const [jwk, ...others] = keys.filter(({ kid, use }) => kid === keyid && (use === undefined || use === "sig"));
  if (!jwk) return refuse("key_not_found");
  if (others.length > 0) return refuse("profile_malformed", { text: "The profile has two keys with the same kid." });
  const curve =
    jwk.kty === "EC" && Object.hasOwn(CURVES, jwk.crv ?? "") ? CURVES[jwk.crv as keyof typeof CURVES] : null;
  const alg = parameters.get("alg");
  if (!curve || (jwk.alg !== undefined && jwk.alg !== curve.jwk) || (alg !== undefined && alg !== curve.alg))
    return refuse("algorithm_unsupported");
  try {
    const { kty, crv = "", x = "", y = "" } = jwk;
    return { ok: true, value: { key: createPublicKey({ key: { kty, crv, x, y }, format: "jwk" }), curve } };
  } catch {
    return refuse("profile_malformed", { text: "The profile has a key that is not a point of its curve." });
  }
}

const invalid = (text: string) => refuse("signature_invalid", { text });

/** Reads `Signature`: the bytes for each label; null for a label without bytes, and null if it is no dictionary. */
function readSignatures(header: string): ReadonlyMap<string, Buffer | null> | null {
  try {
    return new Map(
      [...parseDictionary(header)].map(([label, [value]]) => [
        label,
        value instanceof ArrayBuffer ? Buffer.from(value) : null,
      ]),
    );
  } catch {
    return null;
  }
}
