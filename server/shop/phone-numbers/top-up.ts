import type { Logger } from "pino";
import { isSwissMobile, normalisePhone, displayPhone } from "#core/phone-numbers/phone.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { run, statement } from "#server/platform/database/statement.ts";
import { newId } from "#server/platform/ids.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import { countFreeNumbers, loadNumbers, type NumberPoolPort, type NumberRequest } from "./pool.ts";
import { listEntries, readOperatorText, unclosedQuote, type Unreadable } from "#server/platform/files/operator-text.ts";

/**
 * Creates the job `top-up-numbers`, which requests numbers from the operator's system when few are on offer. The
 * request is stored before it is sent, and repeated with the same id until there is a response, so that no reserved
 * number is lost.
 */
export function topUpNumbers(needs: {
  readonly db: Database;
  readonly log: Logger;
  readonly now: Clock;
  /** Null if numbers only come from files. */
  readonly numbers: { readonly port: NumberPoolPort; readonly low: number } | null;
}): Task<"top-up-numbers"> {
  const { db, log, now, numbers } = needs;
  return async () => {
    if (!numbers) return;
    const request = (await openRequest(db)) ?? (await newRequest(db, numbers, now()));
    if (!request) return;
    const received = await numbers.port.reserve(request);
    const msisdns = [...new Set(received.map(normalisePhone))].filter(isSwissMobile);
    const loaded = await db.transaction().execute(async (tx) => {
      const by = { actor: "number pool", reason: `reservation ${request.id}`, now: now() };
      const added = await loadNumbers(tx, msisdns, by);
      await tx
        .updateTable("number_requests")
        .set({ answered_at: now(), received: added.length })
        .where("id", "=", request.id)
        .execute();
      return added.length;
    });
    const report = { asked: request.quantity, received: received.length, loaded };
    if (loaded === request.quantity) log.info(report, "numbers reserved");
    else log.warn(report, "the number pool reserved fewer numbers than requested, or numbers that the shop has or had");
  };
}

async function openRequest(db: Database): Promise<NumberRequest | null> {
  const [open] = await run(
    db,
    statement<NumberRequest>`select id, quantity from number_requests where answered_at is null`,
  );
  return open ?? null;
}

/** Returns a new request; null if there are enough numbers, or another process is requesting some just now. */
async function newRequest(db: Database, { low }: { readonly low: number }, now: Date): Promise<NumberRequest | null> {
  const isEnough = async (handle: Handle) => ((await countFreeNumbers(handle, now))?.offered ?? 0) >= low;
  if (await isEnough(db)) return null;
  return db.transaction().execute(async (tx) => {
    const [made] = await run(
      tx,
      statement<NumberRequest>`
        insert into number_requests (id, quantity, asked_at) values (${newId()}, ${low}, ${now})
        on conflict do nothing returning id, quantity`,
    );
    // Another process can have received its numbers since the first count. From now on, none can request any.
    if (!made || !(await isEnough(tx))) return made ?? null;
    await tx.deleteFrom("number_requests").where("id", "=", made.id).execute();
    return null;
  });
}

/** The numbers of a file, or its errors by line. */
export type ReadNumbers =
  | { readonly ok: true; readonly msisdns: readonly string[] }
  | { readonly ok: false; readonly mistakes: readonly string[]; readonly unreadable: Unreadable | null };

/** Reads a list of numbers in any Swiss format (`listEntries`). One error refuses the whole file. */
export async function readNumberFile(file: string): Promise<ReadNumbers> {
  const content = await readOperatorText(file);
  if (!content.ok) return { ok: false, mistakes: [`it ${content.problem}. ${content.fix}`], unreadable: content };
  const mistakes: string[] = [];
  const found = new Map<string, number>();
  for (const entry of listEntries(content.text)) {
    const { line, text } = entry;
    const msisdn = normalisePhone(text);
    const earlier = found.get(msisdn);
    const unclosed = unclosedQuote(entry);
    if (unclosed) mistakes.push(unclosed);
    else if (!/^[+(\d][\d\s()./’'-]*$/u.test(text) || !isSwissMobile(msisdn))
      mistakes.push(`line ${line}: "${text.slice(0, 40)}" is not a Swiss mobile number`);
    else if (earlier) mistakes.push(`line ${line}: ${displayPhone(msisdn)} is already in line ${earlier}`);
    else found.set(msisdn, line);
  }
  if (mistakes.length > 0) return { ok: false, mistakes, unreadable: null };
  return { ok: true, msisdns: [...found.keys()] };
}
