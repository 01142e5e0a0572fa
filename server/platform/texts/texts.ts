import { createTranslator } from "use-intl/core";
import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
import { extensionTexts, type ExtensionTexts } from "#extensions/contract.ts";
import deFields from "#locales/de/fields.json" with { type: "json" };
import deNumber from "#locales/de/number.json" with { type: "json" };
import deOrder from "#locales/de/order.json" with { type: "json" };
import deServer from "#locales/de/server.json" with { type: "json" };
import enFields from "#locales/en/fields.json" with { type: "json" };
import enNumber from "#locales/en/number.json" with { type: "json" };
import enOrder from "#locales/en/order.json" with { type: "json" };
import enServer from "#locales/en/server.json" with { type: "json" };
import frFields from "#locales/fr/fields.json" with { type: "json" };
import frNumber from "#locales/fr/number.json" with { type: "json" };
import frOrder from "#locales/fr/order.json" with { type: "json" };
import frServer from "#locales/fr/server.json" with { type: "json" };
import itFields from "#locales/it/fields.json" with { type: "json" };
import itNumber from "#locales/it/number.json" with { type: "json" };
import itOrder from "#locales/it/order.json" with { type: "json" };
import itServer from "#locales/it/server.json" with { type: "json" };
import srFields from "#locales/sr/fields.json" with { type: "json" };
import srNumber from "#locales/sr/number.json" with { type: "json" };
import srOrder from "#locales/sr/order.json" with { type: "json" };
import srServer from "#locales/sr/server.json" with { type: "json" };

type Texts = {
  readonly fields: typeof deFields;
  readonly number: typeof deNumber;
  readonly order: typeof deOrder;
  readonly server: typeof deServer & ExtensionTexts;
};

/**
 * Merges the form field messages that only the server uses into the others. They are in a file of their own, so that
 * the browser does not load them.
 */
const withServersFields = ({ fields, server, ...others }: Texts) => ({
  ...others,
  server,
  fields: { ...fields, ...server.fields, refused: { ...fields.refused, ...server.fields.refused } },
});
type Messages = ReturnType<typeof withServersFields>;

/** The messages of all languages. The compiler checks that each language has the German keys. */
const MESSAGES: Readonly<Record<Locale, Messages>> = {
  de: withServersFields({
    fields: deFields,
    number: deNumber,
    order: deOrder,
    server: { ...deServer, ...extensionTexts("de") },
  }),
  en: withServersFields({
    fields: enFields,
    number: enNumber,
    order: enOrder,
    server: { ...enServer, ...extensionTexts("en") },
  }),
  fr: withServersFields({
    fields: frFields,
    number: frNumber,
    order: frOrder,
    server: { ...frServer, ...extensionTexts("fr") },
  }),
  it: withServersFields({
    fields: itFields,
    number: itNumber,
    order: itOrder,
    server: { ...itServer, ...extensionTexts("it") },
  }),
  sr: withServersFields({
    fields: srFields,
    number: srNumber,
    order: srOrder,
    server: { ...srServer, ...extensionTexts("sr") },
  }),
};

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string];
/** Keys of `locales/<language>/server.json`. */
export type ServerText = Leaves<Messages["server"]>;
/** Keys of messages under form fields, `locales/<language>/fields.json` and `fields` of `server.json`. */
export type FieldText = Leaves<Messages["fields"]>;
/** Keys of texts about what happens after an order, `locales/<language>/order.json`. */
export type OrderText = Leaves<typeof deOrder>;
/** Keys of texts about the number, `locales/<language>/number.json`. */
type NumberText = Leaves<typeof deNumber>;
type Values = Record<string, string | number>;

function translator(locale: Locale, namespace: keyof Messages): (key: string, values?: Values) => string {
  const translate = createTranslator({
    locale: LANGUAGE_TAG[locale],
    messages: MESSAGES[locale],
    namespace,
    onError: (error) => {
      throw error;
    },
  });
  return translate as unknown as (key: string, values?: Values) => string;
}

function perLocale(namespace: keyof Messages): Record<Locale, (key: string, values?: Values) => string> {
  const make = (locale: Locale) => translator(locale, namespace);
  return { de: make("de"), en: make("en"), fr: make("fr"), it: make("it"), sr: make("sr") };
}

const SERVER = perLocale("server");
const FIELDS = perLocale("fields");
const ORDER = perLocale("order");
const NUMBER = perLocale("number");

/** Returns a text of `server.json` in the shopper's language. Throws if a value that the text needs is missing. */
export function serverText(locale: Locale, key: ServerText, values?: Values): string {
  return SERVER[locale](key, values);
}

/** The error of a form field: the key of its message, with the values that the message names. */
export type FieldMistake = FieldText | { readonly text: FieldText; readonly values: Readonly<Record<string, string>> };

/** Returns the message under a form field. */
export function fieldText(locale: Locale, mistake: FieldMistake): string {
  return typeof mistake === "string" ? FIELDS[locale](mistake) : FIELDS[locale](mistake.text, mistake.values);
}

/** Returns a text about what happens after an order, as on the thank-you page. */
export function orderText(locale: Locale, key: OrderText, values?: Values): string {
  return ORDER[locale](key, values);
}

/** Returns a text about the phone number, as at step 4. */
export function numberText(locale: Locale, key: NumberText, values?: Values): string {
  return NUMBER[locale](key, values);
}
