import type { Clock } from "#server/platform/clock.ts";
import { formContext, type OpenCheckout } from "#server/sale/checkout/checkout.ts";
import type { Checkouts } from "#server/sale/checkout/access.ts";
import type { Config } from "#server/config/config.ts";
import type { Limits } from "#server/api/limits.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { secretHash, newSecret } from "#server/platform/encryption/link-secret.ts";
import { documentKeys } from "#server/platform/encryption/keys.ts";
import { type Handler } from "#server/api/call.ts";
import { ok } from "#server/api/result.ts";
import { clientNetwork } from "#server/platform/security/security-log.ts";
import type { DocumentStore } from "../keep.ts";
import { isReadableWith } from "../queries.ts";
import { openDocument } from "../read.ts";
import type { ReadingLane } from "./reading-lane.ts";
import type { AnswerOf } from "#contract/shop/calls.ts";
import type { Person } from "#core/form/eid-claims.ts";
import { toWire, wireName } from "#core/form/spelling.ts";
import { dayOf, formatDay, type Day } from "#core/time/dates.ts";
import type { DocumentRules } from "#core/document/documents.ts";
import { documentTypeOf, zoneBirthday, zoneExpiry } from "#core/document/zone-facts.ts";
import { fitsGiven, fitsSurname } from "#core/document/zone-names.ts";
import type { Zone } from "#core/document/zone-reading.ts";
import { iso31661Alpha3ToAlpha2 } from "iso-3166";
import { isCitizenship, STATELESS } from "#core/address/countries.ts";

/**
 * POST /document-reading: reads the machine-readable zone of the checkout's picture, for the client that sent it.
 * Responses contain personal data only for the customer's token (decisions 4). A new customer has no token yet, so here
 * a secret replaces it.
 */
export function readDocumentOf(services: {
  readonly db: Database;
  readonly now: Clock;
  readonly checkouts: Checkouts;
  readonly documents: DocumentStore;
  readonly limits: Limits<"readingsPerCheckout">;
  readonly uploads: { readonly zones: ReadingLane };
  readonly config: Pick<Config, "documentKeys" | "dataDir">;
}): Handler<"documentReading"> {
  return async (call) => {
    const open = await services.checkouts.openForStep(call, "5");
    if (!open.ok) return open;
    const checkout = open.value;
    const allowed = await services.limits.take({ readingsPerCheckout: checkout.id }, call.ip);
    if (!allowed.ok) return allowed;
    const id = await documentSentWith(services.db, checkout, call.body.reading);
    if (id === null) return ok({ reading: null });
    const { config } = services;
    const keys = await documentKeys(config.documentKeys, config.dataDir);
    const jpeg = await openDocument({ db: services.db, documents: services.documents, keys }, id);
    const zone = jpeg && (await services.uploads.zones.read(jpeg, clientNetwork(call.ip)));
    if (!zone) return ok({ reading: null });
    return ok({ reading: readingOf(zone, checkout.form, formContext(checkout, services.now())) });
  };
}

/** Returns the checkout's document if the secret belongs to its picture, otherwise null. */
async function documentSentWith(db: Handle, checkout: OpenCheckout, secret: string): Promise<string | null> {
  const hash = secretHash(secret);
  if (hash === null || checkout.documentId === null) return null;
  return (await isReadableWith(db, checkout.documentId, hash)) ? checkout.documentId : null;
}

export type DocumentReading = NonNullable<AnswerOf<"documentReading">["reading"]>;

/**
 * Converts a zone for the form. Returns values for the fields of step 5, where they are certain, and contradictions to
 * the person of step 4, which the shopper resolves. A zone contains neither the issuer nor the date of issue.
 */
export function readingOf(
  zone: Zone,
  person: Person | null,
  { documents, today }: { readonly documents: DocumentRules; readonly today: Day },
): DocumentReading {
  const nationality = zone.nationality === null ? null : countryOfState(zone.nationality);
  const issuer = zone.issuer === null ? null : countryOfState(zone.issuer);
  const type =
    nationality !== null && issuer !== null && zone.code !== null
      ? documentTypeOf({ code: zone.code, issuer, nationality }, documents)
      : "undecided";
  const validUntil = zone.expiry === null ? null : zoneExpiry(zone.expiry, today);
  const birthday = zone.birthday === null ? null : zoneBirthday(zone.birthday, today);
  return {
    fields: {
      ...(nationality !== null && { citizenship: nationality }),
      ...(type !== "undecided" && type !== "notOffered" && { identifiedBy: type }),
      ...(zone.number !== null && { idNo: zone.number }),
      ...(validUntil !== null && { validUntil }),
    },
    offered: type !== "notOffered",
    person: {
      ...(zone.names && toWire({ lastName: zone.names.surname.join(" "), firstName: zone.names.given.join(" ") })),
      ...(birthday !== null && { birthday }),
    },
    differs: person ? differences(zone, birthday, person).map((field) => wireName(field)) : [],
  };
}

function differences(zone: Zone, birthday: string | null, person: Person) {
  const typed = dayOf(person.year, person.month, person.day);
  const { names } = zone;
  return [
    ...(names && !fitsSurname(person.lastName, names) ? (["lastName"] as const) : []),
    ...(names && !fitsGiven(person.firstName, names) ? (["firstName"] as const) : []),
    ...(birthday !== null && typed && formatDay(typed) !== birthday ? (["birthday"] as const) : []),
  ];
}

/** ICAO codes (Doc 9303 part 3, section 5) that differ from ISO 3166-1, for states that have a country code. */
const ICAO_CODES: Readonly<Record<string, string>> = {
  D: "DE",
  RKS: "XK",
  // Citizens of British territories, British subjects and protected persons.
  GBD: "GB",
  GBN: "GB",
  GBO: "GB",
  GBP: "GB",
  GBS: "GB",
  XXA: STATELESS,
};

/**
 * Returns the country (alpha-2) of a state code in a machine-readable zone, or `STATELESS`; null for organisations,
 * refugees and anything else.
 */
export function countryOfState(state: string): string | null {
  const country = ICAO_CODES[state] ?? iso31661Alpha3ToAlpha2[state];
  return country !== undefined && isCitizenship(country) ? country : null;
}

/**
 * Creates a secret that permits reading a picture. `hash` is stored; `answer` goes into the response to the sender.
 * Both are empty if the shop does not read documents.
 */
export function newReading({ documentReading }: Pick<Config, "documentReading">): {
  readonly hash: Buffer | null;
  readonly answer: { readonly reading?: string };
} {
  if (!documentReading) return { hash: null, answer: {} };
  const { secret, hash } = newSecret();
  return { hash, answer: { reading: secret } };
}
