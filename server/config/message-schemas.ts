import * as v from "valibot";
import { isSmdpAddress } from "#core/order/esim.ts";

/** Schemas for values that Twilio and SM-DP+ servers define, like those in `schemas.ts`. */

/** Returns the SID of a Twilio resource, which starts with one of these prefixes. */
export const twilioSid = (...kinds: readonly string[]) =>
  v.pipe(
    v.string(),
    v.regex(
      new RegExp(`^(${kinds.join("|")})[0-9a-fA-F]{32}$`),
      `must begin with ${kinds.join(" or ")}, with 32 hexadecimal digits`,
    ),
  );

export const twilioSender = v.pipe(
  v.string(),
  v.regex(
    /^(\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32}|[A-Za-z0-9 ]{1,11})$/,
    "must be a number such as +41…, a name of at most 11 letters, or a messaging service (MG…)",
  ),
);

/** The profile type, a name that the operator chooses (GSMA SGP.22 5.3.1). */
export const profileType = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,64}$/, "must be 1 to 64 ASCII characters"));
export const smdpAddress = v.pipe(v.string(), v.check(isSmdpAddress, "must be a host name such as smdp.example.ch"));
