import { originAddress, wholeNumber } from "../schemas.ts";
import { optional, setting } from "../setting.ts";

/** The desk of the operator's people (ADR 46). */
export const DESK = {
  deskUrl: optional("DESK_URL", originAddress, {
    about:
      "the address at which the operator's people reach the desk, `https://…`, without a path; without it there is no desk. It is answered on the management port under `/desk`, so a proxy in front of that port has to encrypt it, and should pass on nothing else",
  }),
  deskRefundLimit: setting("DESK_REFUND_LIMIT", wholeNumber(0, 1_000_000), {
    default: "500",
    about: "above this amount in CHF a refund at the desk waits until a second person has confirmed it",
  }),
} as const;
