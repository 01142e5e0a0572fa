import { francs } from "#core/money.ts";
import type { Line } from "#core/lines.ts";
import type { Quote } from "#core/pricing.ts";
import { lineName } from "#server/shop/catalogue/presentation.ts";
import { confirmationPdf, type ConfirmationNeeds } from "#server/sale/confirmation/confirmation.ts";
import type { Task } from "#server/platform/jobs/tasks.ts";
import type { MailPort } from "#server/platform/messages/ports.ts";
import { serverText, orderText } from "#server/platform/texts/texts.ts";
import type { Locale } from "#core/locale.ts";

type Needs = ConfirmationNeeds & { readonly mail: MailPort };

/**
 * The job that mails the confirmation with its PDF at once (domain facts, UWG), or for an order on hold that it is being
 * checked.
 */
export function mailOrder(services: Needs): Task<"mail-order"> {
  return async ({ orderId }) => {
    const order = await services.db
      .selectFrom("orders")
      .innerJoin("accounts", "accounts.id", "orders.account_id")
      .select([
        "orders.number",
        "orders.status",
        "orders.shown",
        "orders.customer",
        "orders.bill_paid",
        "orders.locale",
        "accounts.email",
      ])
      .where("orders.id", "=", orderId)
      .executeTakeFirstOrThrow();
    const { locale, number, customer } = order;
    const kind = order.status === "placed" ? "order" : "onHold";
    const { catalogue } = await services.catalogues.ofVersion(order.shown.catalogueVersion);
    const nameOf = (line: Line) => lineName(line, catalogue, locale);
    const parts = [
      serverText(locale, "mail.greeting", { name: `${customer.first_name} ${customer.last_name}` }),
      serverText(locale, `mail.${kind}.intro`, { number }),
      linesText(order.shown.quote, nameOf),
      totalsText(order.shown.quote, order.bill_paid, locale),
      ...(customer.mnp ? [serverText(locale, "mail.order.transfer")] : []),
      serverText(locale, "mail.help", { phone: services.brand.phone, email: services.brand.email }),
      `${serverText(locale, "mail.closing")}\n${services.brand.name}`,
    ];
    const filename = orderText(locale, "pdf.file", { number });
    await services.mail.send({
      to: order.email,
      key: `order:${orderId}`,
      subject: serverText(locale, `mail.${kind}.subject`, { number, brand: services.brand.name }),
      text: parts.join("\n\n"),
      attachments:
        kind === "order"
          ? [{ filename, contentType: "application/pdf", content: () => confirmationOf(services, number, locale) }]
          : [],
    });
  };
}

async function confirmationOf(services: Needs, number: string, locale: Locale): Promise<Buffer> {
  const pdf = await confirmationPdf(services, number, locale);
  if (!pdf) throw new Error("A placed order has no confirmation");
  return pdf;
}

function linesText(quote: Quote, nameOf: (line: Line) => string): string {
  return quote.lines
    .map((line) => {
      const amounts = [line.billing, line.oneTime, line.total]
        .filter((amount) => amount !== 0)
        .map((amount) => `CHF ${francs(amount)}`);
      return `- ${nameOf(line)}${amounts.length > 0 ? `: ${amounts.join(" + ")}` : ""}`;
    })
    .join("\n");
}

/** Only what was paid is called so: a business customer pays nothing at the checkout. */
function totalsText(quote: Quote, paid: boolean, locale: Locale): string {
  const totals = [
    ["mail.order.monthly", quote.billing],
    ["mail.order.oneTime", quote.oneTime],
    [paid ? "mail.order.paid" : "mail.order.due", quote.total],
  ] as const;
  return totals
    .filter(([, amount]) => amount !== 0)
    .map(([key, amount]) => serverText(locale, key, { amount: francs(amount) }))
    .join("\n");
}
