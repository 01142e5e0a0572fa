import type { ExtensionPage } from "#contract/page.ts";
import { PREPARED as agents } from "./agents/pages.ts";

const LIST = [agents] as const satisfies readonly ExtensionPage[];

/** The pages of the extensions. Every page of the shop loads this table, so it is short. */
export const EXTENSION_PAGES: readonly ExtensionPage[] = LIST;
