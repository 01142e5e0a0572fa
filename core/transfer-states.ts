/**
 * How far the transfer of a number is, as the operator's systems report it after the order: asked for at the old provider, waiting for the holder's
 * confirmation by text message, agreed for a day, done, or refused.
 */
export const TRANSFER_STATES = ["requested", "confirmationNeeded", "scheduled", "completed", "refused"] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/**
 * Why a number cannot be transferred: it is somebody else's, nobody's, of the other kind of contract, bound for longer, or on its way to
 * another provider.
 */
export const TRANSFER_REASONS = ["holder", "unknown", "kind", "bound", "underway"] as const;
export type TransferReason = (typeof TRANSFER_REASONS)[number];

/** Why a transfer was refused after the order: as before it, or because the holder has not confirmed. */
export const TRANSFER_REFUSALS = [...TRANSFER_REASONS, "unconfirmed"] as const;
export type TransferRefusal = (typeof TRANSFER_REFUSALS)[number];

/** A report about a transfer. `day` (`YYYY-MM-DD`) is the one it was agreed for, or done on; `reason` is of a refusal. */
export type TransferReport = {
  readonly state: TransferState;
  readonly day: string | null;
  readonly reason: TransferRefusal | null;
};

/** The reports that a customer hears of by mail and text: not that the old provider was asked, because nothing follows for them. */
export function isTold({ state }: Pick<TransferReport, "state">): boolean {
  return state !== "requested";
}
