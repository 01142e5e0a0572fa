import { IN_A_PARCEL } from "./after-order.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Line } from "./lines.ts";

/**
 * Whether letters of a purchase may go to a P.O. box (decisions 5): its tariff allows it, and nothing is sent as a
 * parcel, which needs a door.
 */
export function takesPoBox(
  lines: readonly Pick<Line, "kind" | "code">[],
  { mobileTariffs, tvTariffs }: Pick<Catalogue, "mobileTariffs" | "tvTariffs">,
): boolean {
  const allowing = [...mobileTariffs, ...tvTariffs].filter(({ poBox }) => poBox).map(({ code }) => code);
  return lines.some(({ code }) => allowing.includes(code)) && !lines.some(({ kind }) => IN_A_PARCEL[kind]);
}
