import { byCode, type Catalogue } from "./catalogue.ts";

/** `simType` of the customer form (specification 3). */
export const SIM_TYPE = { card: "0", esim: "1" } as const;

/** Whether a SIM that is sold with this device, or without one, can be an eSIM. */
export function takesEsim({ devices }: Pick<Catalogue, "devices">, device: string | null | undefined): boolean {
  return byCode(devices, device ?? undefined)?.esim ?? true;
}

/** The SIM that is chosen until the shopper chooses one: an eSIM wherever it is offered. */
export function defaultSimType(esimOffered: boolean): (typeof SIM_TYPE)[keyof typeof SIM_TYPE] {
  return esimOffered ? SIM_TYPE.esim : SIM_TYPE.card;
}
