import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { splitLocale } from "#core/text/locale.ts";
import { loadMessages } from "./messages.ts";
import { MoreTexts } from "./Texts.tsx";
import type { Namespace } from "./text.ts";

/**
 * A component that is loaded when first rendered, or earlier by `preload`. A failed preload is ignored, because
 * rendering loads the component again.
 */
export type Preloadable<Props extends object> = LazyExoticComponent<ComponentType<Props>> & {
  readonly preload: () => void;
};

/** Returns a component that is loaded together with its texts. For the browser only. */
export function lazyWithTexts<Props extends object>(
  namespaces: readonly Namespace[],
  load: () => Promise<{ default: ComponentType<Props> }>,
): Preloadable<Props> {
  let loading: Promise<{ default: ComponentType<Props> }> | null = null;
  const loadBoth = async () => {
    const { locale } = splitLocale(location.pathname);
    const [{ default: Part }, messages] = await Promise.all([load(), loadMessages(locale, namespaces)]);
    const WithTexts = (props: Props) => (
      <MoreTexts locale={locale} messages={messages}>
        <Part {...props} />
      </MoreTexts>
    );
    return { default: WithTexts };
  };
  const preload = () => {
    loading ??= loadBoth();
    loading.catch(() => (loading = null));
  };
  return Object.assign(
    lazy(() => loading ?? loadBoth()),
    { preload },
  );
}
