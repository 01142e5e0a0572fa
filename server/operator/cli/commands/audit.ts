import {
  headText,
  isHeadText,
  type AuditFault,
  type AuditLine,
  auditKey,
  subjectOf,
} from "#server/operator/audit/chain.ts";
import { listAudit, verifyAudit } from "#server/operator/audit/log.ts";
import { CommandError, UsageError, type Command } from "#server/operator/cli/command.ts";
import { aligned, counted, second } from "#server/operator/cli/table.ts";
import { timeOf } from "#server/operator/cli/options.ts";
import { requireNumberKey } from "#server/operator/known-keys.ts";

/** How many lines are listed without `--all`. */
const LISTED = 200;

/** `audit show [--since …] [--actor …] [--about …] [--all] [--json]` */
export const showAudit: Command = {
  name: "audit show",
  about: "show who looked at what and who did what, newest first",
  more: "An e-mail, a phone number or a checkout stands there as a keyed hash; --about finds it by what was typed. How something ended is a line of its own, shown as its outcome. Without one it is a look, was interrupted, or is from before there were outcomes.",
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
        second(line.at),
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
  more: "Prints the last line as <number>:<hash>. Write it down where nobody who has the database can change it: only by such a line is it seen that the lines after it were removed. Each line is in the security log of its command, too (`audit`).",
  options: {
    head: { type: "string", value: "<number>:<hash>", about: "lines written down before, separated by commas" },
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
  changed: (seq) => `line ${seq} of the audit log is not as it was written. Lines before it are.`,
  missing: (seq) => `line ${seq} of the audit log is missing. Lines before it are as they were written.`,
  cut: (seq) => `lines after ${seq} of the audit log were removed: one of them was written down.`,
};
