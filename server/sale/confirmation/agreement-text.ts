import type { Locale } from "#core/text/locale.ts";
import { serverText, type ServerText } from "#server/platform/texts/texts.ts";

type Key = ServerText extends infer Text ? (Text extends `agreement.${infer Rest}` ? Rest : never) : never;

/** Translates a key below `agreement` in `locales/<language>/server.json`. */
export type AgreementTranslate = (key: Key, values?: Record<string, string | number>) => string;

export function agreementText(locale: Locale): AgreementTranslate {
  return (key, values) => serverText(locale, `agreement.${key}`, values);
}
