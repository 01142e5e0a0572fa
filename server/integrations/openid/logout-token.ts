import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { isPrintable } from "#core/text/plain-text.ts";
import { jose } from "#libraries/openid/index.ts";
import type { LogoutToken } from "#server/platform/openid-provider.ts";
import { Unavailable } from "#server/platform/unavailable.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** By how many seconds the clocks of provider and shop may differ. */
const TOLERANCE = 30;
/**
 * Maximum age of a token in seconds. The specification recommends at most two minutes (section 4), but some providers
 * repeat a failed request for longer.
 */
const MAX_AGE = 600;

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(255), v.check(isPrintable));
/** The claims of a logout token, including the check that it is not an ID token (sections 2.4 and 2.6). */
const Payload = v.object({
  jti: name,
  iat: v.number(),
  exp: v.number(),
  sub: mayBeAbsent(name),
  sid: mayBeAbsent(name),
  events: v.object({ [EVENT]: v.looseObject({}) }),
});

/** Error codes that mean that the provider's keys are missing or unreadable, which does not make the token invalid. */
const KEYS_MISSING: ReadonlySet<string> = new Set(["ERR_JOSE_GENERIC", "ERR_JWKS_INVALID", "ERR_JWKS_TIMEOUT"]);

type Expected = {
  readonly keys: jose.JWTVerifyGetKey;
  readonly issuer: string;
  readonly clientId: string;
  /** The algorithms with which the provider signs ID tokens (2.6, step 3). */
  readonly algorithms: readonly string[];
  readonly now: Date;
};

/**
 * Reads a logout token as section 2.6 of OpenID Connect Back-Channel Logout 1.0 requires, steps 1 to 7; checking that
 * it is only used once (step 8) is up to the caller. Returns null if anything is wrong with it. An encrypted token is
 * rejected, because the desk has no key for one. The token must have the type of a logout token (OWASP ASVS 5.0,
 * 10.5.5).
 */
export async function readLogoutToken(token: string, expected: Expected): Promise<LogoutToken | null> {
  const { keys, issuer, clientId, algorithms, now } = expected;
  try {
    const { payload } = await jose.jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: [...algorithms],
      typ: "logout+jwt",
      currentDate: now,
      clockTolerance: TOLERANCE,
      maxTokenAge: MAX_AGE,
    });
    const read = v.safeParse(Payload, payload);
    // As with ID tokens: a token for several clients names the one that it is for (OpenID Connect Core 1.0, 3.1.3.7).
    const isForOthers = Array.isArray(payload.aud) && payload.aud.length > 1 && payload["azp"] !== clientId;
    // Only ID tokens have a nonce.
    if (!read.success || isForOthers || "nonce" in payload) return null;
    const { jti, sub: subject = null, sid = null, iat, exp } = read.output;
    if (subject === null && sid === null) return null;
    const endsAt = Math.min(exp, iat + MAX_AGE) + TOLERANCE;
    return { jti, subject, sid, issuedAt: new Date(iat * 1000), expiresAt: new Date(endsAt * 1000) };
  } catch (error) {
    if (error instanceof jose.errors.JOSEError && KEYS_MISSING.has(error.code))
      throw new Unavailable(`the keys of the login provider: ${error.message}`);
    if (error instanceof jose.errors.JOSEError) return null;
    throw error;
  }
}
