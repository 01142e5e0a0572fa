import { FAILURES } from "#contract/failures.ts";
import { WORDED_BY_DESK, type Refused } from "#contract/refusals.ts";
import type { Locale } from "#core/text/locale.ts";
import { serverText, type ServerText } from "#server/platform/texts/texts.ts";
import { byCode } from "#core/catalogue/catalogue.ts";
import type { DeskServices } from "./services.ts";

/** The messages of refusals that are not failures. */
const MESSAGES: Readonly<Record<string, ServerText>> = { notSold: "order.notSold" };

/**
 * Returns a refusal with the message that the shopper read, in the language of the desk's user. The rule may come from
 * another version.
 */
export function refusedBy(rule: string, locale: Locale): Refused {
  const row: { readonly text: string | null } | undefined = (
    FAILURES as Record<string, { readonly text: string | null }>
  )[rule];
  const text = MESSAGES[rule] ?? (row?.text as ServerText | null | undefined) ?? null;
  return { rule, said: text === null || rule in WORDED_BY_DESK ? null : serverText(locale, text) };
}

/**
 * Returns a function that maps a code to the name of a tariff or device in the catalogue on sale, or to the code itself
 * if the catalogue does not have it.
 */
export async function productNames({
  catalogues,
}: Pick<DeskServices, "catalogues">): Promise<(code: string) => string> {
  const { mobileTariffs, tvTariffs, devices } = (await catalogues.current()).catalogue;
  const all: readonly { readonly code: string; readonly name: string }[] = [...mobileTariffs, ...tvTariffs, ...devices];
  return (code) => byCode(all, code)?.name ?? code;
}
