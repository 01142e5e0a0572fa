import type { Limits } from "#server/api/limits.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import type { NetworkPort } from "./network.ts";

/**
 * The network that is asked before a number is believed, how recent a change of its SIM counts, in hours, and whether a
 * number is believed if the network gives no usable answer.
 */
export type Network = {
  readonly port: NetworkPort;
  readonly simSwapHours: number;
  readonly simSwapUnanswered: "continue" | "refuse";
};

/** Who uses a number: to log in after a text or by the network, or to transfer it with an order of this checkout. */
type Use = {
  readonly msisdn: string;
  readonly email: string;
  readonly ip: string;
} & ({ readonly by: "sms" | "network" } | { readonly by: "transfer"; readonly checkoutId: string });

/**
 * Refuses the use of a number whose SIM has just changed, because then a thief may have the number. Ask only after
 * everything else was proven: each question is paid for, and its answer is for the number's holder alone.
 */
export type CheckSimSwap = (use: Use) => Promise<Result<null, "simSwapped" | "tooMany" | "unavailable">>;

/** Creates `CheckSimSwap`. Without a network, every use passes. */
export function createCheckSimSwap(needs: {
  readonly network: Network | null;
  readonly limits: Limits<"simSwapsPerCheckout" | "simSwapsPerNumber" | "simSwapsInAll">;
  readonly security: SecurityLog;
}): CheckSimSwap {
  const { network, limits, security } = needs;
  return async (use) => {
    if (!network) return ok(null);
    const { msisdn, email, ip, by } = use;
    // A number to transfer is not proven, so these limits keep strangers from asking about it.
    const unproven = use.by === "transfer" && { simSwapsPerCheckout: use.checkoutId, simSwapsPerNumber: msisdn };
    // Without this refusal, whoever uses up the limit could go on unchecked.
    const paid = await limits.take({ ...unproven, simSwapsInAll: "" }, ip);
    if (!paid.ok) return paid;
    const swapped = await network.port.simSwapped(msisdn, network.simSwapHours);
    const event = { account: email, address: ip, by };
    if (swapped === "unanswered") {
      security.record(by === "transfer" ? "transfer.simUnchecked" : "login.simUnchecked", {
        ...event,
        reason: network.simSwapUnanswered,
      });
      return network.simSwapUnanswered === "refuse" ? fail("unavailable") : ok(null);
    }
    if (swapped !== "yes") return ok(null);
    security.record(by === "transfer" ? "transfer.simSwapped" : "login.simSwapped", event);
    return fail("simSwapped");
  };
}
