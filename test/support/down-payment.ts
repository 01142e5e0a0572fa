import type { Shop } from "./shop.ts";
import { demoCatalogue } from "./demo-catalogue.ts";
import { count, sell } from "./sell.ts";

/** SMART 60 with a device that has a down payment, once `sellWithDownPayment` has activated it. */
export const WITH_DOWN_PAYMENT = { type: "Tariff", tariff: "SMART60", mobile: "SAENTISX" } as const;

/** Activates the demo catalogue with a down payment for that device, in Rappen, and 100 pieces of it. */
export async function sellWithDownPayment(shop: Shop, downPayment = 9900): Promise<void> {
  const devices = demoCatalogue.devices.map((device) =>
    device.code === WITH_DOWN_PAYMENT.mobile ? { ...device, downPayment } : device,
  );
  await sell(shop.kasse.services.db, { ...demoCatalogue, devices });
  await count(shop.kasse.services.db, WITH_DOWN_PAYMENT.mobile, 100);
}

/** Returns the number of pieces left of an article. */
export async function piecesOf(shop: Shop, article: string): Promise<number> {
  const { rows } = await shop.database.pool.query<{ on_hand: number }>("select on_hand from stock where article = $1", [
    article,
  ]);
  return rows[0]?.on_hand ?? -1;
}
