import * as v from "valibot";
import { isSmdpAddress } from "#core/order/esim.ts";

/** Schemas for values that SMS centres, Twilio and SM-DP+ servers define, like those in `schemas.ts`. */

const SMS_CENTRE = /^(smpps?):\/\/([^\s/:@]+)(?::(\d{1,5}))?\/?$/;

/**
 * The URL of an SMS centre: host, port and whether TLS is used. The default ports are the registered ones: 2775, and
 * 3550 with TLS.
 */
export const smsCentre = v.pipe(
  v.string(),
  v.regex(SMS_CENTRE, "must be an address such as smpp://smsc.example.ch:2775, or smpps:// with TLS"),
  v.transform((value) => {
    const [, scheme, host = "", port] = SMS_CENTRE.exec(value) ?? [];
    const tls = scheme === "smpps";
    return { host, port: Number(port ?? (tls ? 3550 : 2775)), tls };
  }),
);

export const smsSender = v.pipe(
  v.string(),
  v.regex(/^(\d{3,15}|[A-Za-z0-9 ._-]{1,11})$/, "must be a number, or a name of at most 11 letters"),
);

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

const NUMBER_TYPE = /^([0-6])\/(0|1|3|4|6|8|9|10|14|18)$/;

/** Type of number and numbering plan, such as `5/0` (SMPP 3.4, 5.2.5 and 5.2.6). */
export const numberType = v.pipe(
  v.string(),
  v.regex(NUMBER_TYPE, "must be a type of number and a numbering plan of SMPP, such as 1/1 or 5/0"),
  v.transform((value) => {
    const [, ton, npi] = NUMBER_TYPE.exec(value) ?? [];
    return { ton: Number(ton), npi: Number(npi) };
  }),
);

/**
 * The number type of recipients, whose numbers are MSISDNs with the country code: either "international" or "unknown",
 * in which case the SMS centre decides.
 */
export const recipientType = v.pipe(
  numberType,
  v.check(({ ton, npi }) => ton < 2 && npi < 2, "must be 1/1, 1/0, 0/1 or 0/0"),
);

/** The system type, at most twelve characters (SMPP 3.4, 4.1.5). */
export const systemType = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{0,12}$/, "must have at most 12 ASCII characters"));

/** The profile type, a name that the operator chooses (GSMA SGP.22 5.3.1). */
export const profileType = v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,64}$/, "must be 1 to 64 ASCII characters"));
export const smdpAddress = v.pipe(v.string(), v.check(isSmdpAddress, "must be a host name such as smdp.example.ch"));
