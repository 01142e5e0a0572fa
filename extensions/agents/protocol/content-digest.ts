import { createHash } from "node:crypto";
import { parseDictionary } from "#libraries/agents/index.ts";

const digestOf = (body: Buffer): Buffer => createHash("sha256").update(body).digest();

/** Returns `Content-Digest` of a body's bytes (RFC 9530; UCP signatures, Headers). */
export function contentDigest(body: Buffer): string {
  return `sha-256=:${digestOf(body).toString("base64")}:`;
}

/** Returns whether a `Content-Digest` has the SHA-256 digest of the body. Other digests beside it are ignored. */
export function isDigestOf(body: Buffer, header: string): boolean {
  const digest = sha256In(header);
  return digest !== null && digestOf(body).equals(digest);
}

function sha256In(header: string): Buffer | null {
  try {
    const value = parseDictionary(header).get("sha-256")?.[0];
    return value instanceof ArrayBuffer ? Buffer.from(value) : null;
  } catch {
    return null;
  }
}
