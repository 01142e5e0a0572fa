import { movementsOf, reportStock, summedStockOf, type ArticleStock } from "#server/shop/stock/ledger.ts";
import type { StockReport } from "#core/catalogue/stock.ts";
import { CommandError, UsageError, type Call, type Command } from "#server/command.ts";
import { actorOf, REASON, reasonOf } from "#server/operator/cli/options.ts";
import { aligned, counted, timeText } from "#server/operator/cli/table.ts";

const JSON_OPTION = { type: "boolean", about: "as JSON" } as const;

/** `stock list [--json]` */
export const listStock: Command = {
  name: "stock list",
  about: "list the pieces of each article: on hand, held for payments, for sale",
  more: "Exits with 1 if the pieces on hand differ from the sum of an article's ledger.",
  options: { json: JSON_OPTION },
  async run({ database, io, flag, now }) {
    const stock = await database((db) => summedStockOf(db, now));
    const wrong = stock.filter(({ onHand, ledger }) => onHand !== ledger);
    if (flag("json")) io.out(JSON.stringify(stock, null, 2));
    else if (stock.length === 0) io.out("No article is counted.");
    else
      for (const line of aligned([["article", "on hand", "held", "for sale"], ...stock.map(asRow)], [1, 2, 3]))
        io.out(line);
    for (const { article, onHand, ledger } of wrong)
      io.err(`${article} has ${counted(onHand, "piece")}, but its ledger adds up to ${ledger}.`);
    return wrong.length === 0 ? 0 : 1;
  },
};

const asRow = ({ article, onHand, held }: ArticleStock) => [
  article,
  String(onHand),
  String(held),
  String(Math.max(0, onHand - held)),
];

/** `stock show <article> [--json]` */
export const showStock: Command = {
  name: "stock show",
  args: "<article>",
  about: "show the ledger of an article: pieces received, sold and returned",
  options: { json: JSON_OPTION },
  async run({ args: [article = ""], database, io, flag, now }) {
    const { stock, movements } = await database(async (db) => ({
      stock: (await summedStockOf(db, now)).find((each) => each.article === article),
      movements: await movementsOf(db, article),
    }));
    if (!stock) throw new CommandError(`${article} is not counted; \`stock list\` shows what is.`);
    if (flag("json")) {
      io.out(JSON.stringify({ ...stock, movements }, null, 2));
      return 0;
    }
    let sum = 0;
    const rows = movements.map(({ at, kind, pieces, order_number, actor, reason }) => {
      sum += pieces;
      return [timeText(at), kind, signed(pieces), String(sum), order_number ?? "", actor, reason ?? ""];
    });
    const heads = ["at", "", "pieces", "on hand", "order", "by", "reason"];
    for (const line of aligned([heads, ...rows], [2, 3])) io.out(line);
    io.out(`${counted(stock.onHand, "piece")} on hand, ${stock.held} of them held for payments.`);
    return 0;
  },
};

const signed = (pieces: number) => (pieces > 0 ? `+${pieces}` : String(pieces));

/** `stock receive <article> <pieces> --reason <text>` */
export const receiveStock: Command = {
  name: "stock receive",
  recorded: true,
  args: "<article> <pieces>",
  about: "add received pieces",
  options: { reason: REASON },
  run: (call) => report(call, "received", 1),
};

/** `stock count <article> <pieces> --reason <text>` */
export const countStock: Command = {
  name: "stock count",
  recorded: true,
  args: "<article> <pieces>",
  about: "report the number of unsold pieces",
  more: "Includes pieces held for payments. The difference is added to the ledger.",
  options: { reason: REASON },
  run: (call) => report(call, "counted", 0),
};

/** Maximum number of pieces; no shop has more of one article. */
const MAX_PIECES = 9_999_999;

async function report(
  { args: [article = "", typed = ""], config, database, io, text, now }: Call,
  kind: StockReport["kind"],
  least: number,
): Promise<number> {
  const pieces = Number(typed);
  if (!/^\d+$/.test(typed) || pieces < least || pieces > MAX_PIECES)
    throw new UsageError(`<pieces> is "${typed}"; it must be a whole number from ${least} to ${MAX_PIECES}.`);
  const by = { at: now, actor: actorOf(config), reason: reasonOf(text("reason")) };
  const recorded = await database((db) => reportStock(db, article, { kind, pieces }, by));
  if (recorded.kind !== "recorded") throw new CommandError(`${article} is not counted; \`stock list\` shows what is.`);
  io.out(`${article}: ${signed(recorded.moved)}, now ${counted(recorded.onHand, "piece")} on hand.`);
  return 0;
}
