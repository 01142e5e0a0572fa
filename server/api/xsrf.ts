import { randomFillSync, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { XSRF } from "#contract/paths.ts";
import { FRAMED_COOKIE } from "#server/platform/http/framing.ts";
import type { Failure } from "./result.ts";

const nameOf = (secure: boolean) => (secure ? XSRF.secureCookie : XSRF.cookie);
const HEADER = XSRF.header.toLowerCase();

/** Sets the XSRF cookie if it is absent. Scripts read it and repeat it in a header with every POST (wire, Common). */
export function setXsrfCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  const name = nameOf(secure);
  if (request.cookies[name]) return;
  void reply.setCookie(name, randomToken(), {
    path: "/",
    sameSite: "lax",
    secure,
    ...(request.framing && FRAMED_COOKIE),
  });
}

const TOKEN_BYTES = 18;
/**
 * A supply of random bytes for many tokens, because one system call per token would cost more than the rest of the
 * work.
 */
const random = Buffer.alloc(256 * TOKEN_BYTES);
let used = random.length;

function randomToken(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += TOKEN_BYTES;
  return random.toString("base64url", used - TOKEN_BYTES, used);
}

/**
 * Fails if, according to the browser, a page of another origin caused the request. GET calls have no XSRF header, but
 * the GET that enters a step can create the paid order (ASVS 3.5.3), so they are checked this way. Clients other than
 * browsers do not send `sec-fetch-site`.
 */
export function requireSameOrigin(request: FastifyRequest): Failure<"xsrf"> | null {
  const site = request.headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none" ? null : { name: "xsrf" };
}

/**
 * Fails unless, according to the browser, a page of this shop sent the form. A form without JavaScript cannot repeat
 * the XSRF cookie, but all browsers send the origin of a POST, and pages cannot change it (Fetch, "Origin" and
 * "Sec-Fetch-Site").
 */
export function requireOwnForm(request: FastifyRequest, publicUrl: string): Failure<"xsrf"> | null {
  const site = request.headers["sec-fetch-site"];
  const own = site === undefined ? request.headers.origin === new URL(publicUrl).origin : site === "same-origin";
  return own ? null : { name: "xsrf" };
}

/**
 * Fails unless the XSRF header equals the XSRF cookie. Another site cannot read the cookie, so it cannot send the
 * header.
 */
export function requireXsrf(request: FastifyRequest, secure: boolean): Failure<"xsrf"> | null {
  const cookie = request.cookies[nameOf(secure)];
  const header = request.headers[HEADER];
  const matches = typeof cookie === "string" && typeof header === "string" && cookie !== "" && equal(cookie, header);
  return matches ? null : { name: "xsrf" };
}

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
