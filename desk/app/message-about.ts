import type { Texts } from "./texts.tsx";

/** What a mail or a text about an order said: `placed`, `transfer scheduled`. */
export function messageAbout(about: string, t: Texts<"orders">): string {
  const key = about.startsWith("transfer ") ? `transfers.${about.slice("transfer ".length)}` : `about.${about}`;
  return t.has(key as "about.placed") ? t(key as "about.placed") : t("about.other");
}
