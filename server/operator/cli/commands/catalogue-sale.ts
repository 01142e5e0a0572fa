import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { catalogueChanges } from "#core/catalogue/catalogue-diff.ts";
import type { Database } from "#server/platform/database/database.ts";
import {
  activate,
  activationsOf,
  cancelActivation,
  onSaleAndBefore,
  type Activation,
} from "#server/shop/catalogue/activations.ts";
import { changeVersions, loadedOnSale, versionNumbered, versionsOf } from "#server/shop/catalogue/versions.ts";
import { confirmSale, describeChanges, YES } from "#server/operator/cli/catalogue-text.ts";
import { CommandError, UsageError, type Call, type Command } from "#server/command.ts";
import { actorOf, timeOf } from "#server/operator/cli/options.ts";
import { aligned, timeText } from "#server/operator/cli/table.ts";

/** The option that says from when something is on sale. */
export const AT = {
  type: "string",
  value: "<time>",
  about: "the start, such as 2026-12-01 or '2026-12-01 06:00' (Swiss time); now if not given",
} as const;

/** Returns the time in `--at`, or the current time. Throws a UsageError for a time in the past. */
export function saleTime({ text, now }: Call): Date {
  const at = text("at");
  if (at === undefined) return now;
  const from = timeOf("at", at);
  if (from < now) throw new UsageError(`--at is "${at}", which has passed; without --at it is now.`);
  return from;
}

/** `catalogue activate <version> [--at <time>] [--yes]` */
export const activateCatalogue: Command = {
  name: "catalogue activate",
  recorded: true,
  args: "<version>",
  about: "put a loaded version on sale, now or from a given time",
  more: "Every process of the shop sells it from then on. Shoppers whose price changes see both prices, and agree, before they buy.",
  options: { at: AT, yes: YES },
  async run(call) {
    const from = saleTime(call);
    return call.database(async (db) => {
      const next = await loadedVersion(db, numberOf(call.args[0], "version"));
      const onSale = await loadedOnSale(db, from);
      // An activation in the future is stored nevertheless, because those planned before it can still change.
      if (onSale?.version === next.version && from.getTime() === call.now.getTime()) {
        call.io.out(`Nothing to do: version ${next.version} is on sale now.`);
        return 0;
      }
      const changes = catalogueChanges(onSale?.catalogue ?? null, next.catalogue);
      for (const line of describeChanges(onSale, changes)) call.io.out(line);
      await putOnSale(call, db, next, from);
      return 0;
    });
  },
};

/** `catalogue rollback [--yes]` */
export const rollBackCatalogue: Command = {
  name: "catalogue rollback",
  recorded: true,
  about: "put the previous version on sale again",
  more: "Stock is not changed. A second rollback undoes the first.",
  options: { yes: YES },
  async run(call) {
    return call.database(async (db) => {
      const { current, before } = onSaleAndBefore(await activationsOf(db), call.now);
      if (!current || !before) throw new CommandError("no other version was on sale before.");
      const [onSale, next] = await Promise.all([loadedVersion(db, current.version), loadedVersion(db, before.version)]);
      for (const line of describeChanges(onSale, catalogueChanges(onSale.catalogue, next.catalogue))) call.io.out(line);
      await putOnSale(call, db, next, call.now);
      return 0;
    });
  },
};

/** `catalogue cancel <activation>` */
export const cancelCatalogueActivation: Command = {
  name: "catalogue cancel",
  recorded: true,
  args: "<activation>",
  about: "cancel a scheduled activation, by its number in `catalogue list`",
  async run({ args: [typed], config, database, io, now }) {
    const id = numberOf(typed, "activation");
    const cancelled = await database((db) =>
      changeVersions(db, (tx) => cancelActivation(tx, id, { actor: actorOf(config), now })),
    );
    switch (cancelled) {
      case "unknown":
        throw new CommandError(`there is no activation ${id}; \`catalogue list\` shows them.`);
      case "already":
        throw new CommandError(`activation ${id} is already cancelled.`);
      case "begun":
        throw new CommandError(`activation ${id} has already started; \`catalogue rollback\` or \`activate\` ends it.`);
      case "cancelled":
        io.out(`Activation ${id} is cancelled.`);
        return 0;
    }
  },
};

/** `catalogue list` */
export const listCatalogues: Command = {
  name: "catalogue list",
  about: "list the loaded versions, and what was, is and will be on sale",
  async run({ database, io, now }) {
    const [versions, activations] = await database((db) => Promise.all([versionsOf(db), activationsOf(db)]));
    if (versions.length === 0) {
      io.out("No catalogue is loaded yet.");
      return 0;
    }
    const rows = versions.map(({ version, loadedAt }) => [String(version), timeText(loadedAt)]);
    for (const line of aligned([["version", "loaded at"], ...rows], [0])) io.out(line);
    io.out("");
    const { current } = onSaleAndBefore(activations, now);
    const heads = ["activation", "version", "from", "", "by", "prices change"];
    const sales = activations.map((each) => [
      String(each.id),
      String(each.version),
      timeText(each.from),
      stateOf(each, current, now),
      each.cancelledBy ?? each.actor,
      each.prices.map(timeText).join(", "),
    ]);
    for (const line of aligned([heads, ...sales], [0, 1])) io.out(line);
    return 0;
  },
};

function stateOf({ id, cancelledAt, from }: Activation, current: Activation | null, now: Date): string {
  if (cancelledAt) return "cancelled";
  if (from > now) return "scheduled";
  return id === current?.id ? "on sale" : "";
}

/** Returns the number in an argument. Throws a UsageError if it is not one. */
function numberOf(typed = "", what: string): number {
  if (!/^[1-9]\d{0,8}$/.test(typed))
    throw new UsageError(`<${what}> is "${typed}"; it must be a number of \`catalogue list\`.`);
  return Number(typed);
}

/** Returns a loaded version. Throws a CommandError if there is none. */
export async function loadedVersion(db: Database, version: number) {
  const found = await versionNumbered(db, version);
  if (!found) throw new CommandError(`there is no version ${version}; \`catalogue list\` shows them.`);
  return found;
}

/** Asks for confirmation, puts a version on sale, and prints the result. */
export async function putOnSale(
  call: Call,
  db: Database,
  next: { readonly version: number; readonly catalogue: Catalogue },
  from: Date,
): Promise<void> {
  const { io, config, now } = call;
  const isLater = from > now;
  await confirmSale(
    call,
    isLater ? `Put version ${next.version} on sale at ${timeText(from)}?` : `Put version ${next.version} on sale now?`,
  );
  const { id, priceChanges } = await changeVersions(db, (tx) =>
    activate(tx, next, { actor: actorOf(config), now, from }),
  );
  io.out(
    isLater
      ? `Version ${next.version} goes on sale at ${timeText(from)} (activation ${id}).`
      : `Version ${next.version} is on sale.`,
  );
  if (priceChanges.length > 0) io.out(`Its prices change at ${priceChanges.map(timeText).join(", ")}.`);
  const scheduled = (await activationsOf(db)).filter(
    (each) => each.cancelledAt === null && each.from > from && each.id !== id,
  );
  for (const each of scheduled)
    io.out(`After that, version ${each.version} goes on sale at ${timeText(each.from)} (activation ${each.id}).`);
}
