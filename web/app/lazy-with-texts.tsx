import { lazy, type ComponentType } from "react";
import { splitLocale } from "#core/locale.ts";
import { loadMessages } from "./messages.ts";
import { MoreTexts } from "./Texts.tsx";
import type { Namespace } from "./text.ts";

/** A component that is loaded with its texts when first rendered. For the browser only. */
export function lazyWithTexts<Props extends object>(
  namespaces: readonly Namespace[],
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazy(async () => {
    const { locale } = splitLocale(location.pathname);
    const [{ default: Part }, messages] = await Promise.all([load(), loadMessages(locale, namespaces)]);
    const WithTexts = (props: Props) => (
      <MoreTexts locale={locale} messages={messages}>
        <Part {...props} />
      </MoreTexts>
    );
    return { default: WithTexts };
  });
}
