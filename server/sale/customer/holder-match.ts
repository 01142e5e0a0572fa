import type { CustomerForm } from "#core/form/fields.ts";
import { holderConsentText } from "#core/form/holder-consent.ts";
import { holderVerdict, reliableAge, type DetailMatches } from "#core/phone-numbers/holder-match.ts";
import { canonical } from "#core/text/canonical.ts";
import { dayOf, formatDay, MINIMUM_AGE } from "#core/time/dates.ts";
import type { Limits } from "#server/api/limits.ts";
import type { Clock } from "#server/platform/clock.ts";
import { deriveKey, pseudonym } from "#server/platform/encryption/keys.ts";
import { numberText } from "#server/platform/texts/texts.ts";
import type { OpenCheckout } from "#server/sale/checkout/checkout.ts";
import type { HolderMatch } from "#server/sale/checkout/tables.ts";
import type { HolderDetails, NetworkPort } from "#server/sale/identity/network.ts";
import type { Brand } from "#server/shop/brand/brand.ts";

type Needs = {
  /** Null if the mobile network is not asked. */
  readonly network: { readonly port: Pick<NetworkPort, "matchHolder" | "holderAge"> } | null;
  readonly limits: Limits<"holderMatchesPerNumber" | "holderMatchesInAll">;
  readonly brand: Pick<Brand, "name">;
  readonly now: Clock;
  readonly documentNumberKey: Buffer;
};

/**
 * Asks the present provider whether the customer holds the number to be transferred. Returns the consent with the
 * result, or null if the customer has not agreed. Ask it last of the checks that can refuse: each question is paid for.
 * It never fails, because the transfer works without it. A limit ends the questions without a word, so that nobody
 * learns a stranger's data by trying.
 */
export type MatchHolder = (
  checkout: Pick<OpenCheckout, "id" | "locale" | "terms">,
  form: CustomerForm,
  ip: string,
) => Promise<HolderMatch | null>;

/** Creates `MatchHolder`. */
export function createMatchHolder({ network, limits, brand, now, documentNumberKey }: Needs): MatchHolder {
  const key = deriveKey(documentNumberKey, "holder-match");
  return async ({ id, locale, terms }, form, ip) => {
    if (!network || !form.mnp || !form.mnpMatch) return null;
    const msisdn = form.mnpMsisdn;
    const person = detailsOf(form);
    const text = holderConsentText(msisdn, brand.name, (name, values) =>
      numberText(locale, `transfer.match.${name}`, values),
    );
    const asked = pseudonym(key, canonical({ checkout: id, msisdn, person }));
    if (terms?.holderMatch?.asked === asked) return { ...terms.holderMatch, text, locale };
    const at = now().toISOString();
    const allowed = await limits.take({ holderMatchesPerNumber: msisdn, holderMatchesInAll: "" }, ip);
    const details = allowed.ok ? await network.port.matchHolder(msisdn, person) : null;
    const age =
      details && lacksOnlyBirthday(details) ? await network.port.holderAge(msisdn, person, MINIMUM_AGE) : null;
    const verdict = details ? holderVerdict(details, age && reliableAge(age)) : "unknown";
    return { text, locale, at, asked, verdict, details: details ?? {}, ...(age && { age }) };
  };
}

function detailsOf(form: CustomerForm): HolderDetails {
  const birthday = dayOf(form.year, form.month, form.day);
  return {
    givenName: form.firstName,
    familyName: form.lastName,
    birthdate: birthday ? formatDay(birthday) : "",
    streetName: form.address,
    streetNumber: form.number,
    postalCode: form.postalCode,
    locality: form.city,
    country: "CH",
  };
}

/**
 * Returns whether the age is worth its own paid question: the birthday is not known there, and nothing differs. A
 * matching birthday proves the age, because the form accepts adults alone.
 */
function lacksOnlyBirthday({ birthdate, ...others }: DetailMatches): boolean {
  const isUnknown = birthdate === undefined || birthdate.match === "not_available";
  return isUnknown && holderVerdict({ ...others, birthdate: { match: "true" } }) === "same";
}
