import checkout from "#locales/it/checkout.json" with { type: "json" };
import common from "#locales/it/common.json" with { type: "json" };
import type { TextFile } from "../text.ts";

export const always = { checkout, common };
export const files = import.meta.glob<TextFile>([
  "../../../locales/it/*.json",
  "../../../extensions/*/locales/it/*.json",
  "!../../../locales/it/{checkout,common,server,shop}.json",
  "!../../../extensions/*/locales/it/{desk,server}.json",
]);
