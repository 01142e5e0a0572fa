import { defineExtension } from "#server/extension/extension.ts";
import { DATATRANS } from "./settings.ts";

/** Payments at Datatrans' page, with TWINT (README.md). */
export const datatrans = defineExtension({
  name: "datatrans",
  about: "payments at Datatrans, with TWINT",
  options: { payment: { datatrans: DATATRANS } },
  addresses: { DATATRANS_URL: ({ payment }) => (payment.provider === "datatrans" ? payment.url : null) },
  load: () => import("./running.ts"),
});
