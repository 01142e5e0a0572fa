import { wholeNumber } from "#server/config/schemas.ts";
import { optional, setting, type ConfigOf } from "#server/config/setting.ts";
import { integratorNames, integratorTokens, listenerOrigins } from "./schemas.ts";

/** TM Forum's interfaces for the operator's systems (its README). */
export const TMF = {
  tmfPort: optional("TMF_PORT", wholeNumber(0, 65_535), {
    about:
      "a port on `MANAGEMENT_HOST` for [TM Forum's interfaces](../extensions/tmf/README.md); without it there are none",
  }),
  tmfTokens: optional("TMF_TOKENS", integratorTokens, {
    secret: true,
    about: "the systems that may call them, as `name:token`, separated by spaces; a token has at least 32 characters",
  }),
  tmfPlanners: setting("TMF_PLANNERS", integratorNames, {
    default: "",
    repeated: false,
    mayBeEmpty: true,
    about:
      "those of these systems that may [plan prices](../extensions/tmf/README.md#planning), by name and separated by spaces; the others read and listen",
  }),
  tmfListeners: setting("TMF_LISTENERS", listenerOrigins, {
    default: "",
    mayBeEmpty: true,
    about:
      "the origins at which systems may be [told of events](../extensions/tmf/README.md#hub), such as `https://crm.example`, separated by spaces",
  }),
} as const;

declare module "#server/config/settings.ts" {
  interface ExtensionConfig extends ConfigOf<typeof TMF> {}
}
