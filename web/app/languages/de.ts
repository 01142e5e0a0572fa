import checkout from "#locales/de/checkout.json" with { type: "json" };
import common from "#locales/de/common.json" with { type: "json" };
import type { TextFile } from "../text.ts";

export const always = { checkout, common };
export const files = import.meta.glob<TextFile>([
  "../../../locales/de/*.json",
  "../../../extensions/*/locales/de/*.json",
  "!../../../locales/de/{checkout,common,server,shop}.json",
  "!../../../extensions/*/locales/de/{desk,server}.json",
]);
