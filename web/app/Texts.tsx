import { IntlProvider, useMessages } from "use-intl";
import { useMemo, type ReactNode } from "react";
import { LANGUAGE_TAG, type Locale } from "#core/text/locale.ts";
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

/**
 * Adds texts to those already provided. The object of all texts stays the same between renderings; otherwise every
 * component that uses texts would render again.
 */
export function MoreTexts({
  locale,
  messages,
  children,
}: {
  readonly locale: Locale;
  readonly messages: Partial<Messages>;
  readonly children: ReactNode;
}) {
  const known = useMessages();
  const all = useMemo(() => ({ ...known, ...messages }), [known, messages]);
  return (
    <TextsProvider locale={locale} messages={all}>
      {children}
    </TextsProvider>
  );
}

function fail(error: Error): never {
  throw error;
}
