import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { loadPart } from "#web/kit/load-part.ts";
import { splitLocale } from "#core/text/locale.ts";
import { loadMessages } from "./messages.ts";
import { MoreTexts } from "./Texts.tsx";
import type { Namespace } from "./text.ts";

type Loaded<Props> = { readonly default: ComponentType<Props> };
/**
 * A component that is loaded when first rendered, or earlier by `load` or `preload`. A failed preload is ignored,
 * because rendering loads the component again.
 */
export type Preloadable<Props extends object> = LazyExoticComponent<ComponentType<Props>> & {
  readonly preload: () => void;
  /** Resolves when the component can be rendered; waits for the network if it is lost. */
  readonly load: () => Promise<unknown>;
  readonly isLoaded: () => boolean;
};

/** Returns a component that is loaded together with its texts. For the browser only. */
export function lazyWithTexts<Props extends object>(
  namespaces: readonly Namespace[],
  load: () => Promise<{ default: ComponentType<Props> }>,
  whenGone: Parameters<typeof loadPart>[1] = "reload",
): Preloadable<Props> {
  let loading: Promise<Loaded<Props>> | null = null;
  let isLoaded = false;
  const loadBoth = async () => {
    const { locale } = splitLocale(location.pathname);
    const [{ default: Part }, messages] = await Promise.all([load(), loadMessages(locale, namespaces)]);
    const WithTexts = (props: Props) => (
      <MoreTexts locale={locale} messages={messages}>
        <Part {...props} />
      </MoreTexts>
    );
    isLoaded = true;
    return { default: WithTexts };
  };
  const loadOnce = () => {
    loading ??= loadBoth();
    loading.catch(() => (loading = null));
    return loading;
  };
  const loadSurely = () => loadPart(loadOnce, whenGone);
  return Object.assign(lazy(loadSurely), {
    preload: () => void loadOnce(),
    load: loadSurely,
    isLoaded: () => isLoaded,
  });
}
