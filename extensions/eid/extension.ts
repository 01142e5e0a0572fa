import { defineExtension } from "#server/extension/extension.ts";
import { SWIYU } from "./settings.ts";

/** The verifier of the Swiss e-ID (README.md). */
export const eid = defineExtension({
  name: "eid",
  about: "the verifier of the Swiss e-ID",
  options: { eid: { swiyu: SWIYU } },
  optionTexts: { eid: "`swiyu`: the [Swiss e-ID](../extensions/eid/README.md)" },
  removed: [[/^EID_TIMEOUT_SECONDS$/, "it is 10 seconds"]],
  load: () => import("./running.ts"),
});
