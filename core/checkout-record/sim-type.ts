import { byCode, type Catalogue } from "../catalogue/catalogue.ts";
import type { Arm } from "./experiments.ts";

/** `simType` of the customer form (specification 3). */
export const SIM_TYPE = { card: "0", esim: "1" } as const;

/** Returns whether a SIM that is sold with this device, or without one, can be an eSIM. */
export function takesEsim({ devices }: Pick<Catalogue, "devices">, device: string | null | undefined): boolean {
  return byCode(devices, device ?? undefined)?.esim ?? true;
}

/** Returns the preselected SIM, at the same price: an eSIM if it is offered, or the card in arm B of the experiment. */
export function defaultSimType(esimOffered: boolean, arm: Arm = "A"): (typeof SIM_TYPE)[keyof typeof SIM_TYPE] {
  return esimOffered && arm === "A" ? SIM_TYPE.esim : SIM_TYPE.card;
}
