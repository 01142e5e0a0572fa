import { lazyWithTexts } from "#web/app/lazy-with-texts.tsx";
import type { WebExtension } from "#web/extension.ts";
import type prepared from "../locales/de/prepared.json";
import { PREPARED } from "../pages.ts";

declare module "#web/app/text.ts" {
  interface ExtensionMessages {
    readonly prepared: typeof prepared;
  }
}

/** The page with what a platform has prepared, and what a frame agrees with its host. */
export const web: WebExtension = {
  pages: { [PREPARED.path]: lazyWithTexts(PREPARED.texts, () => import("./PreparedCheckout.tsx")) },
  inFrame: lazyWithTexts(PREPARED.texts, () => import("./embedded/Embedded.tsx"), "quiet"),
};
