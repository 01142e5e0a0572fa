import { decimal } from "#core/money/money.ts";
import { randomUUID } from "node:crypto";
import type { Action, Holding, Provider, Row } from "#simulator/play/provider.ts";
import { paymentOf, startWorldline, WORLDLINE, type HostedCheckout, type WorldlineAct } from "./connect.ts";
import { startHostedPage } from "./hosted-page.ts";

type Connect = Awaited<ReturnType<typeof startWorldline>>;
type HostedPage = Awaited<ReturnType<typeof startHostedPage>>;

/** Plays Worldline Connect with its hosted page. */
export const WORLDLINE_PROVIDER: Provider = {
  name: "worldline",
  title: "Payment: Worldline Connect",
  integration: "payment",
  choice: ["PAYMENT_PROVIDER", "worldline"],
  ports: 2,
  failures: {
    decline: { does: "The bank declines a payment, whatever is pressed on the hosted page." },
    delay: { does: "Every call of the shop is answered later." },
    answerLost: { does: "A checkout is made or a payment changed, and the connection ends without an answer." },
    duplicate: { does: "The webhook of a payment comes twice, with the same event id." },
    outOfOrder: { does: "A webhook is held back until another one has been sent, for at most five seconds." },
    wrongSignature: { does: "The webhook is signed with another key." },
    down: { does: "The API answers 503 to every call; the hosted page works." },
  },
  async start({ ports, shopUrl, switches, journal, courier }) {
    let hosted: HostedPage | null = null;
    const connect: Connect = await startWorldline({
      port: ports[0] ?? 0,
      switches,
      journal,
      hostedAt: () => hosted?.address ?? "",
      onPayment(checkout) {
        const event = {
          id: randomUUID(),
          type: `payment.${checkout.payment?.status.toLowerCase()}`,
          payment: paymentOf(checkout),
        };
        void courier.deliver({
          what: `webhook ${event.type}`,
          send: async (forged) =>
            String((await connect.webhook(shopUrl, event, forged ? { secret: "another secret" } : {})).status),
        });
      },
    });
    hosted = await startHostedPage({
      port: ports[1] ?? 0,
      amountOf(id) {
        const checkout = connect.checkouts.get(id);
        return checkout ? decimal(checkout.amount) : null;
      },
      end(id, answer) {
        if (isOpen(connect.checkouts.get(id)))
          connect.act(id, answer === "pay" && switches.take("decline") ? "decline" : answer);
        // The platform adds its parameters to the query of the return URL (Connect API, `returnUrl`).
        const back = new URL(connect.checkouts.get(id)?.returnUrl ?? "");
        back.searchParams.set("hostedCheckoutId", id);
        back.searchParams.set("RETURNMAC", `mac-${id}`);
        return back.href;
      },
    }).catch(async (error: unknown) => {
      await connect.stop();
      throw error;
    });
    const { stop } = hosted;
    return {
      settings: {
        WORLDLINE_URL: connect.url,
        WORLDLINE_MERCHANT_ID: WORLDLINE.merchant,
        WORLDLINE_API_KEY_ID: WORLDLINE.keyId,
        WORLDLINE_API_SECRET: WORLDLINE.secret,
        WORLDLINE_WEBHOOK_KEYS: `hook-1:${WORLDLINE.webhookSecret}`,
      },
      holds: () => [checkoutsHeld(connect)],
      actions: {
        accept: act(connect, "Accept", "pay", isOpen),
        decline: act(connect, "Decline", "decline", isOpen),
        refund: act(connect, "Refund", "refund", isPaid),
        chargeback: act(connect, "Charge back", "chargeBack", isPaid),
      },
      async stop() {
        await Promise.all([connect.stop(), stop()]);
      },
    };
  },
};

const isOpen = (checkout: HostedCheckout | undefined): boolean => checkout?.status === "IN_PROGRESS";
const isPaid = (checkout: HostedCheckout | undefined): boolean =>
  checkout?.payment?.status === "CAPTURE_REQUESTED" || checkout?.payment?.status === "PAID";

const act = (
  connect: Connect,
  title: string,
  what: WorldlineAct,
  isPossible: (checkout: HostedCheckout | undefined) => boolean,
): Action => ({
  title,
  of: "row",
  run({ id }) {
    if (!isPossible(connect.checkouts.get(id))) return { refused: "This payment is in another state." };
    connect.act(id, what);
    return { done: `${title}: done at the console.` };
  },
});

function actionsFor(checkout: HostedCheckout): readonly string[] {
  if (isOpen(checkout)) return ["accept", "decline"];
  return isPaid(checkout) ? ["refund", "chargeback"] : [];
}

function checkoutsHeld({ checkouts }: Connect): Holding {
  const rows = [...checkouts.values()].map((checkout): Row => {
    return {
      id: checkout.id,
      cells: [checkout.reference, `CHF ${decimal(checkout.amount)}`, checkout.payment?.status ?? checkout.status],
      actions: actionsFor(checkout),
    };
  });
  return { title: "Payments", columns: ["Reference", "Amount", "Status"], rows: rows.toReversed() };
}
