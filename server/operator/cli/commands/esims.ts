import { readOperatorText } from "#server/platform/files/operator-text.ts";
import { readIccids } from "#server/sale/esim/iccid-pool.ts";
import { firstLines } from "#server/operator/cli/table.ts";
import { addIccids, freeIccids } from "#server/sale/esim/iccid-pool.ts";
import { isNewProfile } from "#server/sale/order/retry-esim.ts";
import { CommandError, UsageError, type Command } from "#server/command.ts";
import { byOf, onOrder } from "#server/operator/cli/order-action.ts";
import { REASON } from "#server/operator/cli/options.ts";
import { aligned, counted, timeText } from "#server/operator/cli/table.ts";
import { ESIM_STATES, listEsims as findEsims, type ListedEsim } from "#server/read-models/esims.ts";

/** `esims list [--state …] [--alarm] [--json]` */
export const listEsims: Command = {
  name: "esims list",
  recorded: true,
  about: "list the eSIMs of orders, newest first: state, ICCID, what the phone has done, and what went wrong",
  more: "The list contains no personal data and no activation code. `lost` counts answers of the SM-DP+ that were lost: each may be a reserved profile that is never used.",
  options: {
    state: { type: "string", value: ESIM_STATES.join("|"), about: "only eSIMs in this state" },
    alarm: { type: "boolean", about: "only eSIMs that need attention" },
    json: { type: "boolean", about: "as JSON, with the free ICCIDs of the pool" },
  },
  async run({ database, io, flag, text }) {
    const state = ESIM_STATES.find((each) => each === text("state"));
    if (text("state") !== undefined && state === undefined)
      throw new UsageError(`--state is "${text("state")}"; it must be one of ${ESIM_STATES.join(", ")}.`);
    const [esims, pool] = await database(async (db) => [
      await findEsims(db, { state, alarm: flag("alarm") }),
      await freeIccids(db),
    ]);
    if (flag("json")) io.out(JSON.stringify({ esims, pool }, null, 2));
    else {
      for (const line of asTable(esims)) io.out(line);
      for (const { type, free } of pool) io.out(`ICCIDs of type ${type}: ${free} free`);
    }
    return 0;
  },
};

function asTable(esims: readonly ListedEsim[]): string[] {
  if (esims.length === 0) return ["No eSIMs."];
  const heads = ["order", "ordered at", "state", "type", "ICCID", "phone", "lost", "problem", "next try"];
  const rows = esims.map((esim) => [
    esim.number,
    timeText(esim.createdAt),
    esim.alarm ? `${esim.state} (alarm)` : esim.state,
    esim.profileType,
    esim.iccid ?? "",
    esim.failure && esim.progress !== "installed" ? `failed: ${esim.failure}` : (esim.progress ?? ""),
    esim.lostAnswers === 0 ? "" : String(esim.lostAnswers),
    esim.problem ?? "",
    esim.nextTryAt ? timeText(esim.nextTryAt) : "",
  ]);
  return [...aligned([heads, ...rows], [6]), counted(esims.length, "eSIM")];
}

/** `esims retry <order> --reason <text> [--type <profile type>]` */
export const retryEsim: Command = {
  name: "esims retry",
  recorded: true,
  args: "<order>",
  about: "order the eSIM of an order again now, if it waits, has failed or was cancelled",
  more: "The running shop does it. A reserved profile is kept; after `esims cancel` a new one is ordered, and the operator's systems are told its ICCID.",
  options: {
    reason: REASON,
    type: { type: "string", value: "<profile type>", about: "another profile type, as long as no profile is reserved" },
  },
  async run(call) {
    const asked = { by: byOf(call), profileType: call.text("type") };
    const { number, facts } = await onOrder(call, (actions, order) =>
      actions.carryOut("retryEsim", { order, ...asked }),
    );
    const anew = isNewProfile(facts) ? " with a new profile" : "";
    call.io.out(`The eSIM of ${number} is queued${anew}; see \`esims list\`.`);
    return 0;
  },
};

/** `esims cancel <order> --reason <text>` */
export const cancelEsim: Command = {
  name: "esims cancel",
  recorded: true,
  args: "<order>",
  about: "cancel the profile of an order at the SM-DP+ (ES2+ cancelOrder); the order stays",
  more: "The running shop does it. The customer's code is no longer shown. ES2PLUS_CANCELLED_PROFILES defines whether the profile may be ordered again. `esims retry` orders another one.",
  options: { reason: REASON },
  async run(call) {
    const by = byOf(call);
    const { number } = await onOrder(call, (actions, order) => actions.carryOut("cancelEsim", { order, by }));
    call.io.out(`The eSIM of ${number} is being cancelled; see \`esims list\`.`);
    return 0;
  },
};

/** `esims load <file> --type <profile type>` */
export const loadIccids: Command = {
  name: "esims load",
  recorded: true,
  args: "<file>",
  about: "load ICCIDs that orders may use, one a line, for ES2PLUS_ORDER_BY=iccid",
  more: "ICCIDs that are already loaded remain unchanged. The profiles have to exist at the SM-DP+, for this operator and of this type.",
  options: { type: { type: "string", value: "<profile type>", about: "their profile type", needed: true } },
  async run({ args: [file = ""], database, io, text }) {
    const content = await readOperatorText(file);
    if (!content.ok) throw new CommandError(`${file} ${content.problem}. ${content.fix}`);
    const read = readIccids(content.text);
    if (!read.ok)
      throw new CommandError(`nothing was changed, because of mistakes in ${file}:\n${firstLines(read.mistakes)}`);
    const type = text("type") ?? "";
    const { iccids, doubts } = read;
    if (iccids.length === 0) throw new CommandError(`${file} has no ICCID.`);
    const added = await database((db) => addIccids(db, type, iccids));
    io.out(`${counted(added, "ICCID")} of type ${type} added, ${iccids.length - added} already known.`);
    if (doubts.length > 0) io.err(firstLines(doubts));
    return 0;
  },
};
