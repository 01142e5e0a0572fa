import { randomFillSync, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { XSRF } from "#contract/paths.ts";
import type { Failure } from "./result.ts";

const nameOf = (secure: boolean) => (secure ? XSRF.secureCookie : XSRF.cookie);
const HEADER = XSRF.header.toLowerCase();

/** Sets the cookie if it is absent. Scripts read it and send it back as a header with every POST (wire, Common). */
export function setXsrfCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  const name = nameOf(secure);
  if (request.cookies[name]) return;
  void reply.setCookie(name, randomToken(), { path: "/", sameSite: "lax", secure });
}

const TOKEN_BYTES = 18;
/** Random bytes for many tokens, because a system call for each costs more than the rest of the cookie. */
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
 * Fails if a page of another origin caused the request, according to the browser. A GET has no XSRF header, but one
 * that enters a step can create the paid order (ASVS 3.5.3). Clients other than browsers send no such header.
 */
export function requireSameOrigin(request: FastifyRequest): Failure<"xsrf"> | null {
  const site = request.headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none" ? null : { name: "xsrf" };
}

/**
 * Fails unless a page of this shop sent the form, according to the browser. A form without a script cannot repeat the
 * cookie, but all browsers send the origin of a POST, and pages cannot change it (Fetch, "Origin" and
 * "Sec-Fetch-Site").
 */
export function requireOwnForm(request: FastifyRequest, publicUrl: string): Failure<"xsrf"> | null {
  const site = request.headers["sec-fetch-site"];
  const own = site === undefined ? request.headers.origin === new URL(publicUrl).origin : site === "same-origin";
  return own ? null : { name: "xsrf" };
}

/** Fails unless the header equals the cookie. Another site cannot read the cookie, so it cannot send the header. */
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
