import { startDesk } from "#server/desk/desk.ts";
import type { DeskSections } from "#server/extension/desk-section.ts";
import { startManagement } from "#server/operator/management.ts";
import type { Shop } from "./shop.ts";

/**
 * Starts a desk with pages of extensions, beside a shop. Returns the shop with that desk, and with a function that ends
 * both.
 */
export async function withSections(shop: Shop, sections: DeskSections): Promise<Shop> {
  const { services, readiness, metrics } = shop.kasse;
  const nothing = async () => undefined;
  const others = { brandFile: services.brand, reloadTexts: nothing, reloadExperiments: nothing };
  const desk = startDesk({ ...services, ...others, sections }, { desk: null, shop: null });
  const listen = { host: "127.0.0.1", port: 0, trustProxy: services.config.trustProxy, outside: [] };
  const management = await startManagement(listen, { readiness, metrics }, desk);
  return {
    ...shop,
    kasse: { ...shop.kasse, managementAddress: management.address },
    async stop() {
      await management.stop();
      await desk.stop();
      await shop.stop();
    },
  };
}
