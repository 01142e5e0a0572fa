import { isLoopback } from "#server/config/loopback.ts";
import { defineExtension } from "#server/extension/extension.ts";
import { SMPP } from "./settings.ts";

/** Sends texts by SMPP to the operator's SMS centre (docs/integrations/sms.md). */
export const smpp = defineExtension({
  name: "smpp",
  about: "texts by the operator's SMS centre",
  options: { sms: { smpp: SMPP } },
  connections: {
    SMPP_URL: {
      isClear: ({ sms }) => sms.provider === "smpp" && !sms.centre.tls && !isLoopback(sms.centre.host),
      encrypted: "smpps://",
    },
  },
  removed: [
    [/^SMPP_CA(_FILE)?$/, "put it into the file named by NODE_EXTRA_CA_CERTS"],
    [/^SMPP_ENQUIRE_SECONDS$/, "it is 30 seconds"],
    [/^SMPP_TIMEOUT_SECONDS$/, "it is 5 seconds"],
  ],
  library: { folder: "smpp", name: "smpp" },
  load: () => import("./running.ts"),
});
