import type { Config } from "#server/config/config.ts";
import { defineExtension } from "#server/extension/extension.ts";
import { OPPWA } from "./settings.ts";

/** Payments in the widget of an Open Payment Platform (README.md). */
export const oppwa = defineExtension({
  name: "oppwa",
  about: "payments at an Open Payment Platform",
  options: { payment: { oppwa: OPPWA } },
  removed: [[/^OPPWA_(TEST_MODE|CUSTOM_PARAMETERS)$/, "set it in OPPWA_TEST_PARAMETERS"]],
  formsInPage: ["oppwa"],
  addresses: { OPPWA_URL: ({ payment }) => (payment.provider === "oppwa" ? payment.url : null) },
  forbidden: testParameters,
  load: () => import("./running.ts"),
});

/** Parameters for a test account with the live platform would let payments pass without money. */
function testParameters({ payment }: Config): readonly string[] {
  if (payment.provider !== "oppwa" || Object.keys(payment.testParameters).length === 0) return [];
  return /(?:^|[.-])test[.-]/.test(new URL(payment.url).hostname)
    ? []
    : ["OPPWA_TEST_PARAMETERS is for test accounts; in production remove it, or set a test platform in OPPWA_URL."];
}
