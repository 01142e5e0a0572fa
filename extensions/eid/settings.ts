import { either, secretText, text, webAddress } from "#server/config/schemas.ts";
import { setting } from "#server/config/setting.ts";
import { dids } from "./schemas.ts";

/** The verifier of the Swiss e-ID: `EID=swiyu`. */
export const SWIYU = {
  url: setting("EID_URL", webAddress, {
    about: "your verifier, without `/management/…`; only your systems may reach it",
  }),
  webhookKey: setting("EID_WEBHOOK_KEY", secretText, {
    secret: true,
    about: "the key that the verifier sends: `WEBHOOK_API_KEY_HEADER=Authorization`, `WEBHOOK_API_KEY_VALUE=Bearer …`",
  }),
  issuers: setting("EID_ISSUERS", dids, {
    about: "the accepted issuers: DIDs, separated by commas",
  }),
  type: setting("EID_TYPE", text, {
    default: "betaid-sdjwt",
    about: "the credential's type (`vct`)",
  }),
  replacesPicture: setting("EID_REPLACES_PICTURE", either("on", "off"), {
    default: "off",
    about: "`on`: with an e-ID no picture of a document is needed. Ask your lawyer whether VÜPF Art. 20a allows it",
  }),
} as const;

declare module "#server/config/options.ts" {
  interface EidOptions {
    readonly swiyu: typeof SWIYU;
  }
}
