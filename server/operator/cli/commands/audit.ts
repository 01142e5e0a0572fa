import {
  headText,
  isHeadText,
  type AuditFault,
  type AuditLine,
  auditKey,
  subjectOf,
} from "#server/operator/audit/chain.ts";
import { listAudit, verifyAudit } from "#server/operator/audit/log.ts";
import { CommandError, UsageError, type Command } from "#server/command.ts";
import { aligned, counted, timeTextWithSeconds } from "#server/operator/cli/table.ts";
import { timeOf } from "#server/operator/cli/options.ts";
import { requireNumberKey } from "#server/operator/known-keys.ts";

/** Number of entries listed without `--all`. */
const LISTED = 200;

/** `audit show [--since …] [--actor …] [--about …] [--all] [--json]` */
export const showAudit: Command = {
  name: "audit show",
  about: "show who looked at what and who did what, newest first",
  more: "E-mails, phone numbers and checkouts are stored as keyed hashes; --about finds them by the typed text. The outcome of an action is shown beside it. It is empty for views, for actions that were interrupted, and for lines of older versions.",
  options: {
    since: { type: "string", value: "<time>", about: "only lines since this day or time (Swiss time)" },
    actor: { type: "string", value: "<name>", about: "only lines of this person" },
    about: {
      type: "string",
      value: "<text>",
      about: "only lines about this order, e-mail, phone number or other text",
    },
    all: { type: "boolean", about: `more than the newest ${LISTED}` },
    json: { type: "boolean", about: "as JSON" },
  },
  async run({ config, database, io, flag, text }) {
    const [since, actor, about] = [text("since"), text("actor"), text("about")];
    const from = since === undefined ? undefined : timeOf("since", since);
    const limit = flag("all") ? Number.MAX_SAFE_INTEGER : LISTED;
    const lines = await database(async (db) => {
      const key = await requireNumberKey(db, config);
      const subjects = about === undefined || !key ? undefined : [subjectOf(key, about)];
      return listAudit(db, { since: from, actor, subjects, limit });
    });
    if (flag("json")) {
      io.out(
        JSON.stringify(lines.map(({ outcome, ...line }) => ({ ...asJson(line), outcome: outcome && asJson(outcome) }))),
      );
      return 0;
    }
    if (lines.length === 0) io.out("No lines.");
    else {
      const heads = ["line", "at", "who", "what", "about", "outcome", "reason"];
      const rows = lines.map((line) => [
        String(line.seq),
        timeTextWithSeconds(line.at),
        line.actor,
        line.action,
        line.subject ?? "",
        line.outcome?.reason ?? "",
        line.reason ?? "",
      ]);
      for (const row of aligned([heads, ...rows], [0])) io.out(row);
    }
    if (lines.length === limit) io.out("These are the newest; --all lists every one.");
    return 0;
  },
};

const asJson = ({ hash, ...line }: AuditLine) => ({ ...line, line: headText({ seq: line.seq, hash }) });

/** `audit verify [--head …]` */
export const verifyAuditCommand: Command = {
  name: "audit verify",
  about: "check that no line of the audit log was changed or removed",
  more: "Prints the last line as <number>:<hash>. Record it where people with access to the database cannot change it: removed lines at the end are only noticed by comparing with such a record. The security log also has each line (`audit`).",
  options: {
    head: { type: "string", value: "<number>:<hash>", about: "lines recorded earlier, separated by commas" },
  },
  async run({ config, database, io, text }) {
    const heads = (text("head") ?? "").split(",").filter(Boolean);
    const wrong = heads.find((each) => !isHeadText(each));
    if (wrong !== undefined)
      throw new UsageError(`--head has "${wrong}"; a line is written as 17:0123456789abcdef0123456789abcdef.`);
    const found = await database(async (db) => {
      const key = await requireNumberKey(db, config);
      return key && verifyAudit(db, auditKey(key), heads);
    });
    if (found && "kind" in found) throw new CommandError(FAULTS[found.kind](found.seq));
    if (!found) io.out("The audit log has no line.");
    else io.out(`${counted(found.seq, "line")} fit together. The last is ${headText(found)}`);
    return 0;
  },
};

const FAULTS: Readonly<Record<AuditFault["kind"], (seq: number) => string>> = {
  changed: (seq) => `line ${seq} of the audit log was changed. The lines before it are unchanged.`,
  missing: (seq) => `line ${seq} of the audit log is missing. The lines before it are unchanged.`,
  cut: (seq) => `lines after ${seq} of the audit log were removed: one of them was recorded.`,
};
