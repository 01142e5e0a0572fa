import checkout from "#locales/en/checkout.json" with { type: "json" };
import common from "#locales/en/common.json" with { type: "json" };
import type { TextFile } from "../text.ts";

export const always = { checkout, common };
export const files = import.meta.glob<TextFile>([
  "../../../locales/en/*.json",
  "../../../extensions/*/locales/en/*.json",
  "!../../../locales/en/{checkout,common,server,shop}.json",
  "!../../../extensions/*/locales/en/{desk,server}.json",
]);
