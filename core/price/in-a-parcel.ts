import type { LineKind } from "./lines.ts";

/** Whether a line of this kind is delivered in a parcel. */
export const IN_A_PARCEL: Readonly<Record<LineKind, boolean>> = {
  mobileTariff: false,
  device: true,
  tVTariff: false,
  tVdevice: true,
  box: true,
  sIM: false,
  other: false,
  bundle: false,
};
