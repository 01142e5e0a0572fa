import { decimal } from "#core/money/money.ts";
import type { Action, Holding, Provider, Row } from "#simulator/play/provider.ts";
import { DATATRANS, startDatatrans, type DatatransAct, type Transaction } from "./platform.ts";

type Datatrans = Awaited<ReturnType<typeof startDatatrans>>;

/** Plays Datatrans with its payment page, and TWINT. */
export const DATATRANS_PROVIDER: Provider = {
  name: "datatrans",
  title: "Payment: Datatrans with TWINT",
  integration: "payment",
  choice: ["PAYMENT_PROVIDER", "datatrans"],
  ports: 1,
  failures: {
    decline: { does: "The app or the bank declines a payment that the shopper confirms." },
    delay: { does: "Every call of the shop, and the payment page, is answered later." },
    answerLost: { does: "A transaction is made or changed, and the connection ends without an answer." },
    duplicate: { does: "The webhook of a transaction comes twice." },
    outOfOrder: { does: "A webhook is held back until another one has been sent, for at most five seconds." },
    wrongSignature: { does: "The webhook is signed with another key." },
    down: { does: "The API and the payment page answer 503." },
  },
  async start({ ports, shopUrl, switches, journal, courier }) {
    const datatrans: Datatrans = await startDatatrans({
      port: ports[0] ?? 0,
      switches,
      journal,
      declines: () => switches.take("decline"),
      onEnd({ id, status }) {
        void courier.deliver({
          what: `webhook ${status}`,
          send: async (forged) =>
            String((await datatrans.webhook(shopUrl, id, forged ? { key: "00".repeat(64) } : {})).status),
        });
      },
    });
    return {
      settings: {
        DATATRANS_URL: datatrans.url,
        DATATRANS_MERCHANT_ID: DATATRANS.merchant,
        DATATRANS_PASSWORD: DATATRANS.password,
        DATATRANS_SIGN_KEY: DATATRANS.signKey,
      },
      holds: () => [transactionsHeld(datatrans)],
      actions: {
        accept: act(datatrans, "Accept", "pay", isOpen),
        decline: act(datatrans, "Decline", "decline", isOpen),
        timeout: act(datatrans, "Let it time out", "timeout", isOpen),
        refund: {
          title: "Refund",
          of: "row",
          run({ id }) {
            if (!isPaid(datatrans.transactions.get(id))) return { refused: "This payment is in another state." };
            datatrans.credit(id);
            return { done: "Refund: done in the dashboard." };
          },
        },
      },
      stop: () => datatrans.stop(),
    };
  },
};

const isOpen = (transaction: Transaction | undefined): boolean =>
  transaction?.status === "initialized" || transaction?.status === "challenge_ongoing";
const isCredited = ({ history }: Transaction): boolean => history.some(({ action }) => action === "credit");
const isPaid = (transaction: Transaction | undefined): boolean =>
  transaction?.status === "settled" && !isCredited(transaction);

const act = (
  datatrans: Datatrans,
  title: string,
  what: DatatransAct,
  isPossible: (transaction: Transaction | undefined) => boolean,
): Action => ({
  title,
  of: "row",
  run({ id }) {
    if (!isPossible(datatrans.transactions.get(id))) return { refused: "This payment is in another state." };
    datatrans.act(id, what);
    return { done: `${title}: done.` };
  },
});

function actionsFor(transaction: Transaction): readonly string[] {
  if (isOpen(transaction)) return ["accept", "decline", "timeout"];
  return isPaid(transaction) ? ["refund"] : [];
}

function transactionsHeld({ transactions }: Datatrans): Holding {
  const rows = [...transactions.values()].map((transaction): Row => {
    const actions = actionsFor(transaction);
    const status = isCredited(transaction) ? "credited" : transaction.status;
    return { id: transaction.id, cells: [transaction.refno, `CHF ${decimal(transaction.amount)}`, status], actions };
  });
  return { title: "Payments", columns: ["Reference", "Amount", "Status"], rows: rows.toReversed() };
}
