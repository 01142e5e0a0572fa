import checkout from "#locales/fr/checkout.json" with { type: "json" };
import common from "#locales/fr/common.json" with { type: "json" };
import type { TextFile } from "../text.ts";

export const always = { checkout, common };
export const files = import.meta.glob<TextFile>([
  "../../../locales/fr/*.json",
  "../../../extensions/*/locales/fr/*.json",
  "!../../../locales/fr/{checkout,common,server,shop}.json",
  "!../../../extensions/*/locales/fr/{desk,server}.json",
]);
