import { reportCheckout, type HistoryLine, type ListedCheckout } from "#server/operator/support/checkout-report.ts";
import { CommandError, type Command } from "#server/operator/cli/command.ts";
import { aligned, counted, moment, second } from "#server/operator/cli/table.ts";

/** `checkout show <text> [--checkout <beginning>] [--json]` */
export const showCheckout: Command = {
  name: "checkout show",
  args: "<text>",
  about: "show what a shopper did in a checkout, and every refusal with its reason",
  more: "Found as by `find`: e-mail, phone number, order, payment or checkout. Of several it is the newest. Shows which fields were refused, never what was typed. Kept as long as checkouts without an order (RETENTION_CHECKOUTS_DAYS).",
  recorded: true,
  options: {
    checkout: { type: "string", value: "<beginning>", about: "of several, the one whose id begins like this" },
    json: { type: "boolean", about: "as JSON" },
  },
  async run({ args: [text = ""], database, io, flag, text: option }) {
    const beginning = (option("checkout") ?? "").replace(/…$/, "");
    const report = await database((db) => reportCheckout(db, text, beginning));
    if (!report)
      throw new CommandError(
        beginning === ""
          ? `no checkout is known by "${text}".`
          : `no checkout that is known by "${text}" begins with "${beginning}".`,
      );
    if (flag("json")) {
      io.out(JSON.stringify(report, null, 2));
      return 0;
    }
    const { checkout, history, others } = report;
    io.out(`Checkout ${checkout.id}…, ${about(checkout)}`);
    io.out("");
    for (const line of aligned(history.map((each) => [second(each.at), each.what, outcomeOf(each)]))) io.out(line);
    if (others.length > 0) {
      io.out("");
      io.out(`${counted(others.length, "other checkout")}, shown with --checkout <beginning>:`);
      for (const line of aligned(others.map((each) => [`${each.id}…`, moment(each.begunAt), about(each)])))
        io.out(line);
    }
    return 0;
  },
};

const about = ({ product, locale, email, order }: ListedCheckout) =>
  [product, `in ${locale}`, email ?? "nobody's yet", order ? `order ${order}` : "no order"].join(", ");

const outcomeOf = ({ refused, times }: HistoryLine) =>
  [refused && `refused, ${refused.rule}: ${refused.about}`, times > 1 && `${times} times`].filter(Boolean).join("; ");
