import { createHash } from "node:crypto";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { priceChanges, pricedAt } from "./catalogue-periods.ts";
import type { Handle, ReadHandle } from "#server/platform/database/database.ts";

/** Who requests an activation, and when. */
export type Ordered = { readonly actor: string; readonly now: Date };

/**
 * Puts a loaded version on sale from a given time on. Returns the times at which its prices change. All processes
 * notice it, because they read `catalogue_sales`. Each change of prices is a version of its own there, so that shoppers
 * are asked to agree to it like to any other. The caller has locked the versions.
 */
export async function activate(
  tx: Handle,
  { version, catalogue }: { readonly version: number; readonly catalogue: Catalogue },
  { actor, now, from }: Ordered & { readonly from: Date },
): Promise<{ readonly id: number; readonly priceChanges: readonly Date[] }> {
  const { id } = await tx
    .insertInto("catalogue_activations")
    .values({ version, starts_at: from, actor, ordered_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const changes = priceChanges(catalogue);
  const later = changes.filter((at) => at > from);
  const sell = (sold: number, holdsFrom: Date) =>
    tx
      .insertInto("catalogue_sales")
      .values({ activation_id: id, version: sold, starts_at: from, holds_from: holdsFrom })
      .execute();
  if (changes.length === 0) await sell(version, from);
  else {
    const first = changes.findLast((at) => at <= from) ?? null;
    await sell(await periodOf(tx, version, catalogue, first), from);
    for (const at of later) await sell(await periodOf(tx, version, catalogue, at), at);
  }
  return { id, priceChanges: later };
}

/**
 * Returns the version for a catalogue between two of its price changes, which is stored once. `from`: null for the time
 * before the first change.
 */
async function periodOf(tx: Handle, version: number, catalogue: Catalogue, from: Date | null): Promise<number> {
  const known = await tx
    .selectFrom("catalogues")
    .select("version")
    .where("period_of", "=", version)
    .where("period_from", from === null ? "is" : "=", from)
    .executeTakeFirst();
  if (known) return known.version;
  const content = JSON.stringify(pricedAt(catalogue, from ?? new Date(-8.64e15)));
  const checksum = createHash("sha256").update(content).digest("hex");
  const saved = await tx
    .insertInto("catalogues")
    .values({ content, checksum, period_of: version, period_from: from })
    .returning("version")
    .executeTakeFirstOrThrow();
  return saved.version;
}

/** An activation as it was requested. `prices`: when its prices change. */
export type Activation = {
  readonly id: number;
  readonly version: number;
  readonly from: Date;
  readonly actor: string;
  readonly orderedAt: Date;
  readonly cancelledAt: Date | null;
  readonly cancelledBy: string | null;
  readonly prices: readonly Date[];
};

/** Returns all activations, oldest first. */
export async function activationsOf(db: Handle): Promise<readonly Activation[]> {
  const rows = await db
    .selectFrom("catalogue_activations as a")
    .select(["a.id", "a.version", "a.starts_at", "a.actor", "a.ordered_at", "a.cancelled_at", "a.cancelled_by"])
    .select((eb) =>
      eb
        .selectFrom("catalogue_sales as s")
        .select(({ fn }) => fn.agg<Date[]>("array_agg", ["s.holds_from"]).as("from"))
        .whereRef("s.activation_id", "=", "a.id")
        .whereRef("s.holds_from", ">", "a.starts_at")
        .as("prices"),
    )
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    from: row.starts_at,
    actor: row.actor,
    orderedAt: row.ordered_at,
    cancelledAt: row.cancelled_at,
    cancelledBy: row.cancelled_by,
    prices: (row.prices ?? []).toSorted((one, other) => one.getTime() - other.getTime()),
  }));
}

/**
 * Returns the activation that is on sale, and the last earlier one of a different version; each is null if there is
 * none.
 */
export function onSaleAndBefore(
  activations: readonly Activation[],
  now: Date,
): { readonly current: Activation | null; readonly before: Activation | null } {
  const live = everLive(activations).filter(({ from }) => from <= now);
  const current = live.at(-1) ?? null;
  return { current, before: live.findLast(({ version }) => version !== current?.version) ?? null };
}

/**
 * Returns the activations that were or will be live. Leaves out those that were cancelled, and those that were replaced
 * before their start by a later activation for the same time.
 */
function everLive(activations: readonly Activation[]): readonly Activation[] {
  const ordered = activations.filter(({ cancelledAt }) => cancelledAt === null);
  return ordered.filter(({ from }, index) => {
    const next = ordered[index + 1];
    return !next || next.from > from || next.orderedAt >= from;
  });
}

/**
 * Returns the version that a single person may publish again at once: the previous one, so that an error can be undone
 * quickly. Null if the live version was itself published again, because the version after it was abandoned; then only
 * two people together can publish that one.
 */
export function rollbackFrom(activations: readonly Activation[], now: Date): Activation | null {
  const { current, before } = onSaleAndBefore(activations, now);
  if (!before) return null;
  const live = everLive(activations);
  const isAgain = live.slice(0, live.indexOf(before)).some(({ version }) => version === current?.version);
  return isAgain ? null : before;
}

/**
 * The result of cancelling an activation. `begun`: it is already on sale, and can only be replaced by another
 * activation.
 */
export type CancelledActivation = "cancelled" | "unknown" | "already" | "begun";

/** Cancels an activation that has not started. The caller has locked the versions. */
export async function cancelActivation(tx: Handle, id: number, { actor, now }: Ordered): Promise<CancelledActivation> {
  const row = await tx
    .selectFrom("catalogue_activations")
    .select(["starts_at", "cancelled_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return "unknown";
  if (row.cancelled_at) return "already";
  if (row.starts_at <= now) return "begun";
  await tx.deleteFrom("catalogue_sales").where("activation_id", "=", id).execute();
  await tx
    .updateTable("catalogue_activations")
    .set({ cancelled_at: now, cancelled_by: actor })
    .where("id", "=", id)
    .execute();
  return "cancelled";
}

/**
 * Returns since when the catalogue that is on sale at a given time has its prices; null if none is on sale.
 *
 * @public for extensions
 */
export async function onSaleSince(db: ReadHandle, at: Date): Promise<Date | null> {
  const row = await db
    .selectFrom("catalogue_sales")
    .select("holds_from")
    .where("holds_from", "<=", at)
    .orderBy("starts_at", "desc")
    .orderBy("activation_id", "desc")
    .orderBy("holds_from", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.holds_from ?? null;
}
