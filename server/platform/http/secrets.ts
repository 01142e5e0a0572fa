import { createHash, timingSafeEqual } from "node:crypto";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Compares a secret with the one that a caller has sent, in constant time. */
export function isSameSecret(secret: string | null, given: string | null): boolean {
  return secret !== null && given !== null && timingSafeEqual(sha256(secret), sha256(given));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest();

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Returns an `onRequest` hook that asks for a password by HTTP basic authentication (RFC 7617), with any user name; for
 * pages that only people who run the shop may see. A wrong password is a security event. If no password is set, the
 * hook accepts every request.
 */
export function requirePassword(realm: string, password: string | null, security: SecurityLog) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (password === null) return undefined;
    const [scheme = "", sent = ""] = (request.headers.authorization ?? "").split(" ");
    const credentials = scheme.toLowerCase() === "basic" ? Buffer.from(sent, "base64").toString("utf8") : "";
    const typed = credentials.slice(credentials.indexOf(":") + 1);
    if (credentials.includes(":") && timingSafeEqual(digest(typed), digest(password))) return undefined;
    if (sent !== "") security.record("login.failed", { by: realm, address: request.ip });
    return reply
      .code(401)
      .header("www-authenticate", `Basic realm="${realm}", charset="UTF-8"`)
      .send({ message: realm });
  };
}
