import { readOutcome } from "#core/desk/audit-outcome.ts";
import { subjectOf } from "#server/operator/audit/chain.ts";
import { listAudit } from "#server/operator/audit/log.ts";
import { ok } from "#server/api/result.ts";
import type { DeskHandler } from "#server/desk/http/call.ts";
import type { DeskServices } from "#server/desk/services.ts";

/** Number of entries on a page. */
const PAGE = 100;

/** GET /audit: returns who looked at what and who did what, newest first. */
export function audit({ db, documentNumberKey }: Pick<DeskServices, "db" | "documentNumberKey">): DeskHandler<"audit"> {
  return async ({ query: { about, actor, after } }) => {
    const lines = await listAudit(db, {
      before: after === undefined ? undefined : Number(after),
      actor: actor || undefined,
      subjects: about === "" ? undefined : [subjectOf(documentNumberKey, about)],
      limit: PAGE + 1,
    });
    const shown = lines.slice(0, PAGE).map(({ hash: _hash, at, outcome, ...line }) => ({
      ...line,
      at: at.toISOString(),
      outcome: outcome && readOutcome(outcome.reason ?? ""),
    }));
    const last = shown.at(-1);
    return ok({ lines: shown, next: lines.length > PAGE && last ? String(last.seq) : null });
  };
}
