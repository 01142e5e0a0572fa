import { integratorTokens, wholeNumber } from "../schemas.ts";
import { optional } from "../setting.ts";

/** TM Forum's interfaces for the operator's systems (docs/tmf.md). */
export const TMF = {
  tmfPort: optional("TMF_PORT", wholeNumber(0, 65_535), {
    about: "a port on `MANAGEMENT_HOST` for [TM Forum's interfaces](tmf.md); without it there are none",
  }),
  tmfTokens: optional("TMF_TOKENS", integratorTokens, {
    secret: true,
    about: "the systems that may call them, as `name:token`, separated by spaces; a token has at least 32 characters",
  }),
} as const;
