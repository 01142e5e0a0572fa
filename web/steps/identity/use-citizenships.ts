import { useMemo } from "react";
import { useLocale, useTranslations } from "use-intl";
import { COUNTRIES, FIRST_COUNTRIES, STATELESS } from "#core/address/countries.ts";
import type { Form } from "#web/forms/form.ts";
import { documentAfter, type DocumentRules } from "#core/document/documents.ts";

/** Returns a function that names a citizenship in the shopper's language. */
export function useCitizenshipName(): (code: string) => string {
  const locale = useLocale();
  const t = useTranslations("identity");
  return useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: "region" });
    return (code) => (code === STATELESS ? t("stateless") : (names.of(code) ?? code));
  }, [locale, t]);
}

/**
 * Returns the first eight countries in fixed order, all others by name in the shopper's language, then no citizenship
 * (decisions 3).
 */
export function useCitizenshipGroups() {
  const locale = useLocale();
  const nameOf = useCitizenshipName();
  return useMemo(() => {
    const named = (code: string) => ({ value: code, label: nameOf(code) });
    const first: readonly string[] = FIRST_COUNTRIES;
    const others = COUNTRIES.filter((code) => !first.includes(code)).map(named);
    const { compare } = new Intl.Collator(locale);
    return [first.map(named), others.sort((one, other) => compare(one.label, other.label)), [named(STATELESS)]];
  }, [locale, nameOf]);
}

/**
 * Adapts the document type to a changed citizenship (decisions 5). `from`: the previous citizenship. `read`: a type
 * that was read from the document; it does not change.
 */
export function followCitizenship(form: Form, rules: DocumentRules, from: string, read?: string): void {
  const { citizenship: to, identifiedBy: type } = form.values();
  if (type === read) return;
  const next = documentAfter({ from, to }, type, rules);
  if (next !== type) form.set({ identifiedBy: next }, "now");
}
