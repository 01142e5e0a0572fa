import type { Config } from "./config/config.ts";
import type { EndpointName } from "#contract/paths.ts";
import type { FailureName } from "#contract/failures.ts";
import { operatorSecret } from "./sale/order/operator.ts";

/**
 * The secret that a call of another system needs as its token, and how it fails without. Nobody has one that is null.
 */
export type CallSecrets = Partial<
  Record<EndpointName, { readonly secret: string | null; readonly failure: `${string}TokenWrong` & FailureName }>
>;

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
