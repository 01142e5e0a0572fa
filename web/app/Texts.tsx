import { IntlProvider, useMessages } from "use-intl";
import type { ReactNode } from "react";
import { LANGUAGE_TAG, type Locale } from "#core/locale.ts";
import type { Messages } from "./text.ts";

/** Provides language and texts to a page. A missing text is a bug and throws. */
export function TextsProvider({
  locale,
  messages,
  children,
}: {
  readonly locale: Locale;
  readonly messages: Partial<Messages>;
  readonly children: ReactNode;
}) {
  return (
    <IntlProvider locale={LANGUAGE_TAG[locale]} messages={messages as Messages} timeZone="Europe/Zurich" onError={fail}>
      {children}
    </IntlProvider>
  );
}

/** Adds texts to those already provided. */
export function MoreTexts({
  locale,
  messages,
  children,
}: {
  readonly locale: Locale;
  readonly messages: Partial<Messages>;
  readonly children: ReactNode;
}) {
  return (
    <TextsProvider locale={locale} messages={{ ...useMessages(), ...messages }}>
      {children}
    </TextsProvider>
  );
}

function fail(error: Error): never {
  throw error;
}
