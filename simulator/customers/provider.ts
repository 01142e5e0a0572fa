import type { Holding, Provider } from "#simulator/play/provider.ts";
import { CUSTOMER_BASE, startCustomerBase } from "./base.ts";
import type { Base } from "./rules.ts";

const SENDS_NOTHING = "the customer base sends no webhooks.";

/** Plays the operator's customer base, number transfers, solvency check and other checks. */
export const CUSTOMER_BASE_PROVIDER: Provider = {
  name: "customer-base",
  title: "Customers: the operator's systems",
  integration: "customers",
  choice: ["CUSTOMER_BASE", "http"],
  ports: 1,
  failures: {
    decline: {
      does: "A check refuses: password wrong, number not transferable, address bad, document used, not solvent.",
    },
    delay: { does: "Every request is answered later; the shop waits for three seconds." },
    answerLost: { does: "The request is counted and the connection ends without an answer." },
    duplicate: { doesNotApplyBecause: SENDS_NOTHING },
    outOfOrder: { doesNotApplyBecause: SENDS_NOTHING },
    wrongSignature: { does: "The systems have another secret: they refuse the request with 401." },
    down: { does: "The systems answer 503. After five failures in a row the shop asks nothing for ten seconds." },
  },
  async start({ ports, switches, journal }) {
    const { base, refusedNumbers, url, stop } = await startCustomerBase({ port: ports[0] ?? 0, switches, journal });
    return {
      settings: { CUSTOMER_BASE_URL: url, CUSTOMER_BASE_SECRET: CUSTOMER_BASE.secret },
      holds: () => [customersHeld(base), refusedHeld(base)],
      actions: {
        refuseNumber: {
          title: "Refuse its transfer",
          of: "provider",
          input: "Number, such as 41791234567",
          run({ value }) {
            if (!/^41\d{9}$/.test(value)) return { refused: "A number has eleven digits and starts with 41." };
            refusedNumbers.add(value);
            return { done: `${value} can no longer be transferred.` };
          },
        },
        permitNumber: {
          title: "Permit its transfer",
          of: "row",
          run: ({ id }) =>
            refusedNumbers.delete(id)
              ? { done: `${id} can be transferred again.` }
              : { refused: "This number is not refused." },
        },
      },
      stop,
    };
  },
};

const customersHeld = ({ customers }: Base): Holding => ({
  title: "Customers",
  columns: ["E-mail", "Number", "Solvent"],
  rows: customers.map(({ userId, username, phone, solvent }) => ({
    id: userId,
    cells: [username, phone ?? "", solvent ? "yes" : "no"],
    actions: [],
  })),
});

const refusedHeld = ({ refusedNumbers }: Base): Holding => ({
  title: "Numbers that cannot be transferred",
  columns: ["Number"],
  rows: [...refusedNumbers].map((number) => ({ id: number, cells: [number], actions: ["permitNumber"] })),
});
