import type { ExtensionPage } from "#contract/page.ts";

/** Where a person sees, and takes over, what a platform has prepared. */
export const PREPARED = {
  path: "/prepared",
  folder: "extensions/agents",
  module: "web/PreparedCheckout.tsx",
  texts: ["prepared"],
  inFrame: true,
} as const satisfies ExtensionPage;
