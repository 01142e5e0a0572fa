import { byCode } from "#core/catalogue/catalogue.ts";
import { takesEsim } from "#core/record/sim-type.ts";
import { deviceOf, type OpenCheckout } from "./checkout.ts";

/** Null: the shop sells SIM cards only. */
export type EsimOffer = { readonly esims: object | null };

/** Whether the SIM of this checkout can be an eSIM: the shop has them, and the device takes one. */
export function offersEsim({ esims }: EsimOffer, checkout: OpenCheckout): boolean {
  return esims !== null && checkout.checked?.family === "mobile" && takesEsim(checkout.catalogue, deviceOf(checkout));
}

/** The name of the device that is bought; null without one. */
export function deviceName(checkout: OpenCheckout): string | null {
  return byCode(checkout.catalogue.devices, deviceOf(checkout))?.name ?? null;
}
