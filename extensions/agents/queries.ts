import type { Locale } from "#core/text/locale.ts";
import type { Handle } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";
import { EVENT_PAUSE, RECEIVER_PAUSE } from "#server/platform/jobs/receivers.ts";
import { MAX_TELL_FAILURES } from "./read-models/checkouts.ts";

/** A stored session. */
export type SessionRow = {
  readonly id: string;
  readonly platform: string;
  readonly locale: Locale;
  readonly prepared: unknown;
  readonly openedBy: Buffer | null;
  readonly openedAt: Date | null;
  readonly checkoutId: string | null;
  readonly canceledAt: Date | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type NewSession = Pick<SessionRow, "id" | "platform" | "locale" | "createdAt" | "expiresAt"> & {
  readonly prepared: object;
  readonly webhookUrl: string | null;
};

export async function insertSession(db: Handle, of: NewSession): Promise<void> {
  await run(
    db,
    statement`
      insert into agent_checkouts (id, platform, locale, prepared, webhook_url, created_at, expires_at)
      values (${of.id}, ${of.platform}, ${of.locale}, ${JSON.stringify(of.prepared)}, ${of.webhookUrl}, ${of.createdAt},
        ${of.expiresAt})`,
  );
}

/** Returns a session; null if the id is unknown. With `lock`, nobody else changes it until the transaction ends. */
export async function sessionWith(db: Handle, id: string, { lock = false } = {}): Promise<SessionRow | null> {
  if (!UUID.test(id)) return null;
  const query = db
    .selectFrom("agent_checkouts")
    .select([
      "id",
      "platform",
      "locale",
      "prepared",
      "opened_by as openedBy",
      "opened_at as openedAt",
      "checkout_id as checkoutId",
      "canceled_at as canceledAt",
      "created_at as createdAt",
      "expires_at as expiresAt",
    ])
    .where("id", "=", id);
  return (await (lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

export async function replaceSession(db: Handle, id: string, to: { locale: Locale; prepared: object }): Promise<void> {
  await run(
    db,
    statement`update agent_checkouts set prepared = ${JSON.stringify(to.prepared)}, locale = ${to.locale} where id = ${id}`,
  );
}

export async function cancelSession(db: Handle, id: string, at: Date): Promise<void> {
  await run(db, statement`update agent_checkouts set canceled_at = ${at} where id = ${id}`);
}

/**
 * Notes which browser took a session over, and which checkout it began. Returns false if another browser has, or if the
 * session has ended or was changed since it was read.
 */
export async function noteOpened(
  db: Handle,
  { id, prepared }: Pick<SessionRow, "id" | "prepared">,
  opened: { readonly by: Buffer; readonly at: Date; readonly checkoutId: string },
): Promise<boolean> {
  const noted = await run(
    db,
    statement`
      update agent_checkouts set opened_by = ${opened.by}, opened_at = ${opened.at}, checkout_id = ${opened.checkoutId}
      where id = ${id} and opened_by is null and canceled_at is null and expires_at > ${opened.at}
        and prepared = ${JSON.stringify(prepared)}::jsonb
      returning id`,
  );
  return noted.length === 1;
}

/** Returns the session that became this checkout; null if none did. */
export async function sessionOfCheckout(db: Handle, checkoutId: string): Promise<SessionRow | null> {
  const rows = await run(
    db,
    statement<{ id: string }>`select id from agent_checkouts where checkout_id = ${checkoutId}`,
  );
  const [row] = rows;
  return row ? sessionWith(db, row.id) : null;
}

/** Returns whether a platform has used a key before. */
export async function isKeyKnown(db: Handle, { platform, key }: { platform: string; key: string }): Promise<boolean> {
  const found = await run(db, statement`select 1 from agent_requests where platform = ${platform} and key = ${key}`);
  return found.length > 0;
}

/** An operation's answer as it was first given. */
export type KeptAnswer = { readonly fingerprint: Buffer; readonly status: number; readonly body: unknown };

/**
 * Claims a key until the transaction ends. Returns null if it is new; otherwise the answer that was given for it. A
 * second request with the same key waits here for the first one.
 */
export async function claimKey(
  tx: Handle,
  { platform, key, fingerprint, at }: { platform: string; key: string; fingerprint: Buffer; at: Date },
): Promise<KeptAnswer | null> {
  const claimed = await run(
    tx,
    statement`
      insert into agent_requests (platform, key, fingerprint, status, body, created_at)
      values (${platform}, ${key}, ${fingerprint}, 0, '{}', ${at}) on conflict do nothing returning key`,
  );
  if (claimed.length === 1) return null;
  const [kept] = await run(
    tx,
    statement<KeptAnswer>`
      select fingerprint, status, body from agent_requests where platform = ${platform} and key = ${key}`,
  );
  return kept ?? null;
}

/** Keeps the answer for a claimed key; null frees the key, because nothing happened. */
export async function keepAnswer(
  tx: Handle,
  { platform, key }: { platform: string; key: string },
  answer: { status: number; body: object } | null,
): Promise<void> {
  const kept = answer
    ? statement`update agent_requests set status = ${answer.status}, body = ${JSON.stringify(answer.body)}
        where platform = ${platform} and key = ${key}`
    : statement`delete from agent_requests where platform = ${platform} and key = ${key}`;
  await run(tx, kept);
}

/** Notes that a platform was told about an order up to this mark. */
export async function noteTold(db: Handle, id: string, mark: string): Promise<void> {
  await run(
    db,
    statement`
      update agent_checkouts set told = ${mark}, tell_failures = 0, tell_again_at = null where id = ${id}`,
  );
}

/** Notes that a platform refused an event. It is tried again later each time, at most after six hours. */
export async function noteRefused(db: Handle, id: string, now: Date): Promise<void> {
  await run(
    db,
    statement`
      update agent_checkouts set tell_failures = tell_failures + 1,
        tell_again_at = ${now}::timestamptz + (select ${EVENT_PAUSE} from (select tell_failures as failures) as before)
      where id = ${id}`,
  );
}

/** Notes that a platform accepts events. */
export async function noteReached(db: Handle, platform: string): Promise<void> {
  await run(db, statement`delete from agent_receivers where platform = ${platform}`);
}

/**
 * Notes that a platform could not be reached, and that these orders wait. It is left alone for some time. Orders are
 * given up only if the platform refuses them, or when they are too old.
 */
export async function noteUnreachable(
  db: Handle,
  { platform, waiting, now }: { readonly platform: string; readonly waiting: readonly string[]; readonly now: Date },
): Promise<void> {
  await run(
    db,
    statement`
      with receiver as (
        insert into agent_receivers as r (platform, failures, again_at, failing_since)
        values (${platform}, 1, ${now}::timestamptz + interval '1 minute', ${now})
        on conflict (platform) do update set failures = r.failures + 1,
          again_at = ${now}::timestamptz + (select ${RECEIVER_PAUSE} from (select r.failures) as before))
      update agent_checkouts set tell_failures = least(tell_failures + 1, ${MAX_TELL_FAILURES - 1})
      where id = any(${waiting}::uuid[])`,
  );
}
