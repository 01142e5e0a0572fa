import type { WebExtension } from "#web/extension.ts";
import { web as agents } from "./agents/web/web.ts";

const LIST = [agents] as const satisfies readonly WebExtension[];

/** What the extensions add to the shop's pages. */
export const WEB_EXTENSIONS: readonly WebExtension[] = LIST;
