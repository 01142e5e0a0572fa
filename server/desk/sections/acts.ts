import type { Entered } from "#contract/desk/section-answers.ts";
import { requesterFor } from "#core/desk/order-actions.ts";
import type { Locale } from "#core/text/locale.ts";
import { fail, ok, type Result } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";
import type { DeskAct, DeskAsked } from "#server/extension/desk-section.ts";
import type { Database, Handle } from "#server/platform/database/database.ts";
import { actFor, sectionFor } from "./access.ts";
import { readEntered } from "./entered.ts";
import { addRequest, lockRequest, writeDecision } from "./requests.ts";

type Needs = Pick<DeskServices, "db" | "now" | "sections">;
type Ran = Result<object, "fieldsWrong" | "actRefused">;

/** POST /sections/{section}/acts/{act}: does something, or asks another person to confirm it. */
export function sectionAct({ db, now: clock, sections }: Needs): DeskHandler<"sectionAct"> {
  return async ({ params, body: { row, entered, reason }, person, locale }) => {
    const section = sectionFor(sections, params.section, person);
    if (!section.ok) return section;
    const found = actFor(section.value, params.act, person);
    if (!found.ok) return found;
    const act = found.value;
    if ((act.of === "row") !== (row !== null)) return fail("notFound");
    const now = clock();
    const asked = { id: row, entered, actor: person.actor, confirmedBy: null, now };
    const isKept = ({ ok: isDone }: Ran) => isDone && !act.second;
    const ran = await inTransaction(db, isKept, (tx) => runAct(tx, act, asked, locale));
    if (!ran.ok || !act.second) return ran.ok ? ok({ done: "done" }) : ran;
    await addRequest(db, { extension: params.section, act: params.act, row, entered, reason, by: person, now });
    return ok({ done: "asked" });
  };
}

/**
 * POST /sections/{section}/requests/{id}: a second person confirms an act, which is then done, or rejects it. The
 * person who asked for it can withdraw it, which also counts as a rejection.
 */
export function decideSectionRequest({ db, now: clock, sections }: Needs): DeskHandler<"decideSectionRequest"> {
  return async ({ params, body: { confirm, reason }, person, locale }) => {
    const section = sectionFor(sections, params.section, person);
    if (!section.ok) return section;
    const decide = async (tx: Handle): ReturnType<DeskHandler<"decideSectionRequest">> => {
      const request = await lockRequest(tx, params.section, params.id);
      if (!request) return fail("notFound");
      const act = actFor(section.value, request.act, person);
      if (!act.ok) return act;
      const { decided } = request;
      if (decided) return fail("alreadyDone", { by: { actor: decided.by, at: decided.at.toISOString() } });
      const asker = requesterFor({ id: request.askedById, issuer: request.askerIssuer }, person);
      if (confirm && asker === "own") return fail("ownRequest");
      if (confirm && asker === "unknown") return fail("hindered", { hindrance: "askerUnknown" });
      const now = clock();
      if (confirm) {
        const { row: id, entered, askedBy: actor } = request;
        const ran = await runAct(tx, act.value, { id, entered, actor, confirmedBy: person.actor, now }, locale);
        if (!ran.ok) return ran;
      }
      await writeDecision(tx, request.id, { by: person, reason, confirmed: confirm, now });
      return ok({});
    };
    return inTransaction(db, ({ ok: isDecided }) => isDecided, decide);
  };
}

/** Has an extension do an act, and returns a failure in the language of the person. */
async function runAct(
  tx: Handle,
  act: DeskAct,
  { entered, ...asked }: Omit<DeskAsked, "values"> & { readonly entered: Entered },
  locale: Locale,
): Promise<Ran> {
  const read = readEntered(act.fields, entered, locale);
  if (!read.ok) return fail("fieldsWrong", { fields: read.fields });
  const acted = await act.run(tx, { ...asked, values: read.values });
  switch (acted.kind) {
    case "done":
      return ok({});
    case "refused":
      return fail("actRefused", { mistake: acted.message[locale] });
    case "wrong": {
      const messages = Object.entries(acted.fields).map(([name, message]) => [name, message[locale]] as const);
      return fail("fieldsWrong", { fields: Object.fromEntries(messages) });
    }
  }
}

/** Ends a transaction that is not kept. */
class NotKept extends Error {}

/** Runs work in a transaction, and rolls it back unless the result is to be kept. Returns the result in any case. */
async function inTransaction<Answer>(
  db: Database,
  isKept: (answer: Answer) => boolean,
  work: (tx: Handle) => Promise<Answer>,
): Promise<Answer> {
  const held: { answer?: { readonly is: Answer } } = {};
  try {
    return await db.transaction().execute(async (tx) => {
      const answer = await work(tx);
      if (isKept(answer)) return answer;
      held.answer = { is: answer };
      throw new NotKept();
    });
  } catch (error) {
    if (error instanceof NotKept && held.answer) return held.answer.is;
    throw error;
  }
}
