import type { Handle } from "#server/platform/database/database.ts";
import { giveBack } from "#server/sale/esim/iccid-pool.ts";
import { changeEsim } from "#server/sale/esim/queries.ts";
import { queueEsim, SETTLED } from "#server/sale/esim/esim-slots.ts";
import type { ActionContext, StoredFacts } from "./facts.ts";

/**
 * Returns whether a new profile has to be ordered, because the reserved one was cancelled or the SM-DP+ refuses to
 * cancel it.
 */
export const isNewProfile = ({ esim }: Pick<StoredFacts, "esim">): boolean =>
  esim?.state === "cancelled" || esim?.refused === true;

/** Orders the eSIM of an order again now, with the reserved profile or a new one. */
export async function retryEsim(
  tx: Handle,
  _tools: unknown,
  { facts, esim, profileType }: ActionContext,
): Promise<void> {
  const { orderId } = facts;
  if (!esim) throw new Error(`Order ${orderId} has no eSIM`);
  const isNew = isNewProfile(facts);
  const isReserved = esim.iccid !== null && !isNew;
  await changeEsim(tx, orderId, {
    ...SETTLED,
    asking_since: esim.asking_since,
    lost_answers: 0,
    state: "ordered",
    ...(isNew && { ...NEW_PROFILE, round: esim.round + 1 }),
    ...(profileType !== undefined && !isReserved && { profile_type: profileType }),
  });
  await queueEsim(tx, "order-esim", orderId);
  if (facts.esim?.refused) await giveBack(tx, orderId, { spent: true });
}

/** The change that clears the data of the cancelled profile. */
const NEW_PROFILE = {
  iccid: null,
  smdp_address: null,
  sealed_matching_id: null,
  key_id: null,
  confirm_asked: false,
  cancel_asked: false,
  progress: null,
  progress_at: null,
} as const;
