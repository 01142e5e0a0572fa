import { defineExtension } from "#server/extension/extension.ts";
import { WORLDLINE } from "./settings.ts";

/** Payments at Worldline Connect's hosted pages (README.md). */
export const worldline = defineExtension({
  name: "worldline",
  about: "payments at Worldline",
  options: { payment: { worldline: WORLDLINE } },
  addresses: { WORLDLINE_URL: ({ payment }) => (payment.provider === "worldline" ? payment.url : null) },
  library: { folder: "worldline", name: "connect-sdk-nodejs" },
  load: () => import("./running.ts"),
});
