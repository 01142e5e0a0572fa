import * as v from "valibot";

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
