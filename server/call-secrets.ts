import type { Config } from "./config/config.ts";
import type { CallSecrets } from "./platform/http/router.ts";
import { operatorSecret } from "./sale/order/operator.ts";

/** The secrets of the systems that report to the shop; null where none is set up, so that nobody has it. */
export function callSecrets(config: Pick<Config, "handover" | "stockSecret" | "eid" | "esim">): CallSecrets {
  const { stockSecret, eid, esim } = config;
  return {
    orderEvents: { secret: operatorSecret(config), failure: "operatorTokenWrong" },
    stockEvents: { secret: stockSecret, failure: "warehouseTokenWrong" },
    eidEvents: { secret: eid.provider === "swiyu" ? eid.webhookKey : null, failure: "verifierTokenWrong" },
    esimProgress: { secret: esim.provider === "es2plus" ? esim.notificationSecret : null, failure: "smdpTokenWrong" },
  };
}
