import type { Action, Holding, Provider, Row, Stage } from "#simulator/play/provider.ts";
import { CODES, OPPWA, startOppwa, type Booked, type Checkout, type TakenBack } from "./platform.ts";
import { CARDS } from "./widget.ts";

type Platform = Awaited<ReturnType<typeof startOppwa>>;

/** Plays the Open Payment Platform with COPYandPAY, its helper host, device check and bank. */
export const OPPWA_PROVIDER: Provider = {
  name: "oppwa",
  title: "Payment: Open Payment Platform",
  integration: "payment",
  choice: ["PAYMENT_PROVIDER", "oppwa"],
  ports: 4,
  failures: {
    decline: { does: "The bank declines every card." },
    delay: { does: "Every call, of the shop and of the browser, is answered later." },
    answerLost: { does: "A checkout is made or a card is charged, and the connection ends without an answer." },
    duplicate: { does: "The webhook of a transaction comes twice." },
    outOfOrder: { does: "A webhook is held back until another one has been sent, for at most five seconds." },
    wrongSignature: { does: "The webhook is sealed with another key." },
    down: { does: "The platform answers 503 to every call." },
  },
  async start({ ports, shopUrl, switches, journal, courier }: Stage) {
    const platform: Platform = await startOppwa({
      ports,
      switches,
      journal,
      onBooked: (row) =>
        void courier.deliver({
          what: `webhook ${row.paymentType} ${row.result.code}`,
          send: async (forged) => {
            const key = forged ? "cd".repeat(32) : OPPWA.key;
            return String((await platform.notify(shopUrl, notificationOf(row), { key })).status);
          },
        }),
    });
    return {
      settings: {
        OPPWA_URL: platform.url,
        OPPWA_ENTITY_ID: OPPWA.entityId,
        OPPWA_TOKEN: OPPWA.token,
        OPPWA_BRANDS: "VISA MASTER",
        OPPWA_SCRIPT_ORIGINS: platform.origins.cdn,
        OPPWA_WEBHOOK_KEY: OPPWA.key,
      },
      holds: () => [checkoutsOf(platform), transactionsOf(platform), TEST_CARDS],
      actions: actionsOf(platform),
      stop: () => platform.stop(),
    };
  },
};

/** Returns the content of a notification about a payment ("Webhooks"). */
const notificationOf = ({ paymentType, ...row }: Booked) => ({
  type: "PAYMENT",
  payload: { ...row, paymentType },
});

function checkoutsOf({ checkouts }: Platform): Holding {
  const rows = [...checkouts.values()].map(({ id, amount, reference, code }: Checkout): Row => ({
    id,
    cells: [reference, `CHF ${amount}`, STATES[code] ?? code],
    actions: code === CODES.open ? ["accept", "decline"] : [],
  }));
  return { title: "Checkouts", columns: ["Reference", "Amount", "State"], rows: rows.toReversed() };
}

const STATES: Readonly<Record<string, string>> = {
  [CODES.open]: "open",
  [CODES.paid]: "paid",
  [CODES.declined]: "declined",
  [CODES.notAuthenticated]: "rejected by the cardholder",
};

function transactionsOf({ booked }: Platform): Holding {
  const wentBack = new Set(
    booked.filter(({ paymentType }) => paymentType !== "DB").map(({ merchantTransactionId }) => merchantTransactionId),
  );
  const rows = booked.map(({ id, paymentType, merchantTransactionId, amount, result }): Row => {
    const isPaid = paymentType === "DB" && result.code === CODES.paid && !wentBack.has(merchantTransactionId);
    return {
      id,
      cells: [TYPES[paymentType], merchantTransactionId, `CHF ${amount}`, result.code],
      actions: isPaid ? ["refund", "reverse", "chargeback"] : [],
    };
  });
  return {
    title: "Transactions",
    columns: ["Type", "Reference", "Amount", "Result code"],
    rows: rows.toReversed(),
  };
}

const TYPES = { DB: "debit", RF: "refund", RV: "reversal", CB: "chargeback" } as const;

const TEST_CARDS: Holding = {
  title: "Test cards",
  columns: ["Number", "What the bank does"],
  rows: [
    { id: "frictionless", cells: [CARDS.frictionless, "accepts at once"], actions: [] },
    { id: "challenge", cells: [CARDS.challenge, "asks the cardholder on a page of its own"], actions: [] },
    { id: "declined", cells: [CARDS.declined, "declines"], actions: [] },
  ],
};

function actionsOf(platform: Platform): Readonly<Record<string, Action>> {
  const end = (title: string, code: string): Action => ({
    title,
    of: "row",
    run({ id }) {
      if (platform.checkouts.get(id)?.code !== CODES.open) return { refused: "This checkout is not open." };
      platform.end(id, code);
      return { done: `${title}: the shopper did not return to the shop.` };
    },
  });
  const takeBack = (title: string, type: TakenBack): Action => ({
    title,
    of: "row",
    run({ id }) {
      const row = platform.booked.find((each) => each.id === id && each.paymentType === "DB");
      if (!row) return { refused: "There is no such debit." };
      platform.takeBack(id.replace(/^pay-/, ""), type);
      return { done: `${title}: CHF ${row.amount} was returned.` };
    },
  });
  return {
    accept: end("Accept", CODES.paid),
    decline: end("Decline", CODES.declined),
    refund: takeBack("Refund", "RF"),
    reverse: takeBack("Reverse", "RV"),
    chargeback: takeBack("Charge back", "CB"),
  };
}
