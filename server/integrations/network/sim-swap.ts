import * as v from "valibot";
import type { NetworkPort } from "#server/sale/identity/network.ts";
import { createQuestion, type QuestionNeeds, type QuestionSettings } from "./question.ts";

/**
 * Asks the operator's network by CAMARA's SIM Swap API, version 2. `isResting`: returns whether it is not
 * called at present, because it failed repeatedly.
 */
export function simSwap(
  settings: QuestionSettings,
  needs: QuestionNeeds,
): Pick<NetworkPort, "simSwapped"> & { isResting(): boolean } {
  const { ask, isResting } = createQuestion(
    {
      api: "simSwap",
      name: "SIM swap check",
      path: "/sim-swap/v2/check",
      scope: "dpv:FraudPreventionAndDetection sim-swap:check",
      schema: v.object({ swapped: v.boolean() }),
      outcomeOf: ({ swapped }) => (swapped ? "yes" : "no"),
    },
    settings,
    needs,
  );
  return {
    isResting,
    async simSwapped(msisdn, hours) {
      const { outcome } = await ask({ phoneNumber: `+${msisdn}`, maxAge: hours });
      return outcome === "yes" || outcome === "no" || outcome === "notCovered" ? outcome : "unanswered";
    },
  };
}
