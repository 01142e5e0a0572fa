import { createHash } from "node:crypto";
import { canonical } from "#core/text/canonical.ts";
import type { CustomerForm } from "#core/form/fields.ts";
import type { Locale } from "#core/text/locale.ts";
import { authorityText } from "#core/form/transfer-authority.ts";
import type { AcceptedTerms } from "#server/sale/checkout/tables.ts";
import { numberText } from "#server/platform/texts/texts.ts";
import type { Brand } from "#server/shop/brand/brand.ts";

type Terms = Pick<Brand, "name" | "terms" | "legal" | "gdpr">;
/** What a customer accepts. `signedIn`: the language in which the authorisation of a transfer was ticked at step 4. */
type Accepted = { readonly family: "mobile" | "tv"; readonly form: CustomerForm; readonly signedIn: Locale };

/**
 * Caches the computed versions, keyed by the list of terms. The legal pages are long, and step 5 and the order each
 * need the version.
 */
const versions = new WeakMap<object, { readonly legal: object; readonly version: string }>();

/** Returns the version of a product's terms: a hash of their texts, so that identical texts have the same version. */
export function termsVersion({ terms, legal }: Pick<Brand, "terms" | "legal">, family: "mobile" | "tv"): string {
  const listed = terms[family];
  const known = versions.get(listed);
  if (known?.legal === legal) return known.version;
  const texts = listed.map(({ url }) => legal[url.replace(/^\/legal\//, "")] ?? null);
  const hash = createHash("sha256").update(canonical([listed, texts]));
  const version = hash.digest("hex").slice(0, 16);
  versions.set(listed, { legal, version });
  return version;
}

/**
 * Returns the record of what a customer accepts in steps 4 and 5, in the language of the page. It identifies the terms
 * by the hash of their texts, and contains the authorisation of the number transfer verbatim, in the language in which
 * it was ticked.
 */
export function acceptedTerms(
  brand: Terms,
  { family, form, signedIn }: Accepted,
  locale: Locale,
  now: Date,
): AcceptedTerms {
  const documents = brand.terms[family].map(({ code, title, url }) => ({ code, title: title[locale], url }));
  const authority =
    form.mnp && form.mnpAuthority
      ? authorityText(form, { brand: brand.name, locale: signedIn }, (key, values) =>
          numberText(signedIn, `transfer.authority.${key}`, values),
        )
      : null;
  return {
    version: termsVersion(brand, family),
    at: now.toISOString(),
    locale,
    documents,
    ...(authority !== null && { authority, authorityLocale: signedIn }),
  };
}
