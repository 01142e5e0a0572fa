import checkout from "#locales/sr/checkout.json" with { type: "json" };
import common from "#locales/sr/common.json" with { type: "json" };
import type { TextFile } from "../text.ts";

export const always = { checkout, common };
export const files = import.meta.glob<TextFile>([
  "../../../locales/sr/*.json",
  "../../../extensions/*/locales/sr/*.json",
  "!../../../locales/sr/{checkout,common,server,shop}.json",
  "!../../../extensions/*/locales/sr/{desk,server}.json",
]);
