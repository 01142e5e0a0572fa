import { byCode, type Catalogue } from "../catalogue/catalogue.ts";
import type { Arm } from "./experiments.ts";

/** `simType` of the customer form (specification 3). */
export const SIM_TYPE = { card: "0", esim: "1" } as const;

/** Returns whether a SIM sold with this device can be an eSIM; true without a device. */
export function takesEsim({ devices }: Pick<Catalogue, "devices">, device: string | null | undefined): boolean {
  return byCode(devices, device ?? undefined)?.esim ?? true;
}

/**
 * Returns the preselected SIM (both cost the same): an eSIM if it is offered, but the card in arm B of the experiment.
 */
export function defaultSimType(esimOffered: boolean, arm: Arm = "A"): (typeof SIM_TYPE)[keyof typeof SIM_TYPE] {
  return esimOffered && arm === "A" ? SIM_TYPE.esim : SIM_TYPE.card;
}
