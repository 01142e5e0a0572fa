import { createHash } from "node:crypto";
import { canonical } from "#core/canonical.ts";
import type { Locale } from "#core/locale.ts";
import type { AcceptedTerms } from "#server/platform/database/tables/checkouts.ts";
import type { Brand } from "#server/shop/brand/brand.ts";

type Terms = Pick<Brand, "terms" | "legal" | "gdpr">;

/** What a customer accepts with the box of step 5, as the server records it: the texts themselves by their hash, in one language. */
export function acceptedTerms(brand: Terms, family: "mobile" | "tv", locale: Locale, now: Date): AcceptedTerms {
  const documents = brand.terms[family].map(({ code, title, url }) => ({ code, title: title[locale], url }));
  const texts = brand.terms[family].map(({ url }) => brand.legal[url.replace(/^\/legal\//, "")] ?? null);
  const version = createHash("sha256")
    .update(canonical([brand.terms[family], texts]))
    .digest("hex")
    .slice(0, 16);
  return { version, at: now.toISOString(), locale, documents };
}
