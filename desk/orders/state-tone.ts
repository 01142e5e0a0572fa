import type { DeskState } from "#core/desk/states.ts";
import type { Tone } from "#desk/kit/StateTag.tsx";

/** How each state looks. */
export const STATE_TONE: Readonly<Record<DeskState, Tone>> = {
  new: "plain",
  onHold: "hold",
  awaitingPayment: "plain",
  handoverFailed: "bad",
  handedOver: "good",
  cancelled: "off",
  refunding: "hold",
  refunded: "off",
};
