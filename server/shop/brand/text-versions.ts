import { createHash } from "node:crypto";
import * as v from "valibot";
import type { Handle } from "#server/platform/database/database.ts";
import type { Activation, CancelledActivation, Ordered } from "#server/shop/catalogue/activations.ts";
import { BrandTextsSchema, type BrandTexts } from "./brand.ts";

/** The version number that stands for the brand file. */
export const FILE_VERSION = 0;

/** Returns the texts of a version that desk users have saved; null if there is none. */
export async function savedTexts(db: Handle, version: number): Promise<BrandTexts | null> {
  const row = await db.selectFrom("brand_texts").select("content").where("version", "=", version).executeTakeFirst();
  return row ? v.parse(BrandTextsSchema, row.content) : null;
}

/** Saves texts as a version, unless a version has the same content. The caller has locked the versions. */
export async function saveTexts(tx: Handle, texts: BrandTexts, { actor, now }: Ordered): Promise<number> {
  const content = JSON.stringify(texts);
  const checksum = createHash("sha256").update(content).digest("hex");
  const known = await tx
    .selectFrom("brand_texts")
    .select("version")
    .where("checksum", "=", checksum)
    .executeTakeFirst();
  if (known) return known.version;
  const { version } = await tx
    .insertInto("brand_texts")
    .values({ content, checksum, saved_by: actor, saved_at: now })
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** Activates a version of the texts from a given time on, in all processes. */
export async function activateTexts(
  tx: Handle,
  version: number,
  { actor, now, from }: Ordered & { readonly from: Date },
): Promise<void> {
  await tx.insertInto("brand_text_activations").values({ version, starts_at: from, actor, ordered_at: now }).execute();
}

/** Returns all activations, oldest first, beginning with that of the brand file. */
export async function textActivations(db: Handle): Promise<readonly Activation[]> {
  const rows = await db
    .selectFrom("brand_text_activations")
    .select(["id", "version", "starts_at", "actor", "ordered_at", "cancelled_at", "cancelled_by"])
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
  return [
    FILE,
    ...rows.map((row) => ({
      id: row.id,
      version: row.version,
      from: row.starts_at,
      actor: row.actor,
      orderedAt: row.ordered_at,
      cancelledAt: row.cancelled_at,
      cancelledBy: row.cancelled_by,
      prices: [],
    })),
  ];
}

const FILE: Activation = {
  id: 0,
  version: FILE_VERSION,
  from: new Date(0),
  actor: "Kasse",
  orderedAt: new Date(0),
  cancelledAt: null,
  cancelledBy: null,
  prices: [],
};

/** Cancels an activation that has not started. The caller has locked the versions. */
export async function cancelTexts(tx: Handle, id: number, { actor, now }: Ordered): Promise<CancelledActivation> {
  const row = await tx
    .selectFrom("brand_text_activations")
    .select(["starts_at", "cancelled_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return "unknown";
  if (row.cancelled_at) return "already";
  if (row.starts_at <= now) return "begun";
  await tx
    .updateTable("brand_text_activations")
    .set({ cancelled_at: now, cancelled_by: actor })
    .where("id", "=", id)
    .execute();
  return "cancelled";
}
