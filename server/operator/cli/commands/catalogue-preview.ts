import { pricedAt } from "#server/shop/catalogue/catalogue-periods.ts";
import { francs, fromChf, type Chf } from "#core/money/money.ts";
import { AMOUNTS, amountChanges } from "#server/shop/catalogue/preview.ts";
import { readCatalogueFiles } from "#server/shop/catalogue/read-files.ts";
import { loadedOnSale } from "#server/shop/catalogue/versions.ts";
import { CommandError, type Command } from "#server/operator/cli/command.ts";
import { aligned, counted, moment } from "#server/operator/cli/table.ts";
import { AT, loadedVersion, saleTime } from "./catalogue-sale.ts";

/** `catalogue preview <version|folder> [--at <time>]` */
export const previewCatalogue: Command = {
  name: "catalogue preview",
  args: "<version|folder>",
  about: "show which prices of the shop a version or the files of a folder would change",
  more: "Compares what shoppers would see of each product with what is on sale at that time.",
  options: {
    at: { ...AT, about: "at which time, such as 2026-12-01 or '2026-12-01 06:00' (Swiss time); now if not given" },
  },
  async run(call) {
    const { args, database, io } = call;
    const [wanted = ""] = args;
    const at = saleTime(call);
    const files = /^\d+$/.test(wanted) ? null : await readCatalogueFiles(wanted);
    const { next, onSale } = await database(async (db) => ({
      next: files ?? (await loadedVersion(db, Number(wanted))).catalogue,
      onSale: await loadedOnSale(db, at),
    }));
    if (!onSale) throw new CommandError("no catalogue is on sale yet.");
    const changes = amountChanges(pricedAt(onSale.catalogue, at), pricedAt(next, at));
    const head = `Compared with what is on sale at ${moment(at)} (version ${onSale.version})`;
    if (changes.length === 0) {
      io.out(`${head}: no price changes.`);
      return 0;
    }
    io.out(`${head}, CHF:`);
    const rows = changes.map(({ code, name, term, amount, old, new: now }) => [
      code,
      name,
      term === null ? "" : counted(term, "month"),
      AMOUNTS[amount],
      chf(old),
      "→",
      chf(now),
    ]);
    for (const line of aligned(rows, [4, 6])) io.out(line);
    return 0;
  },
};

const chf = (amount: Chf | null) => (amount === null ? "none" : francs(fromChf(amount)));
