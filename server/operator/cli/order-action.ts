import { inChf } from "#core/money/money.ts";
import type { OrderAction, ReasonOf } from "#core/desk/order-actions.ts";
import type { Database } from "#server/platform/database/database.ts";
import { createOrderActions, type OrderActions, type Outcome } from "#server/sale/order/actions.ts";
import type { StoredFacts } from "#server/sale/order/facts.ts";
import { CommandError, type Call } from "../../command.ts";
import { actorOf, reasonOf } from "./options.ts";

/** The actions that commands carry out. */
type ShellAction =
  | "release"
  | "cancelHeld"
  | "cancelPlaced"
  | "refund"
  | "resend"
  | "mail"
  | "retryEsim"
  | "cancelEsim";
type ActionsInShell = OrderActions<Exclude<OrderAction, "release">>;
type Done<Action extends ShellAction> = Extract<Outcome<Action>, { readonly kind: "done" }>;

/** Returns who runs a command, with the reason in `--reason`. Throws a UsageError. */
export const byOf = ({ config, text }: Call) => ({ actor: actorOf(config), reason: reasonOf(text("reason")) });

/** Carries out an action on a command's order. Throws a CommandError with the reason if that is not possible. */
export async function onOrder<Action extends ShellAction>(
  { args: [number = ""], config, database, now }: Call,
  carry: (actions: ActionsInShell, order: { readonly number: string }, db: Database) => Promise<Outcome<Action>>,
): Promise<Done<Action> & { readonly number: string }> {
  const outcome = await database((db) => carry(createOrderActions({ db, now: () => now, config }), { number }, db));
  switch (outcome.kind) {
    case "done":
      return { ...outcome, number };
    case "noOrder":
      throw new CommandError(`there is no order ${number}.`);
    case "changed":
      throw new CommandError(`order ${number} has changed meanwhile.`);
    case "unavailable":
      throw new CommandError(WHY_NOT[outcome.reason](number, outcome.facts));
    case "needsSecondPerson": {
      const { amount, refundLimit } = outcome.facts;
      throw new CommandError(
        `order ${number} was paid ${inChf(amount)}, more than DESK_REFUND_LIMIT (${inChf(refundLimit ?? 0)}): refund it at the desk, where a second person confirms it.`,
      );
    }
  }
}

/** The error message for each reason. */
const WHY_NOT: Readonly<Record<ReasonOf<ShellAction>, (number: string, facts: StoredFacts) => string>> = {
  notHeld: (number, { status }) => `order ${number} is not on hold, but ${status}.`,
  alreadyPlaced: (number) =>
    `order ${number} is not on hold, but placed; use \`orders cancel\`, or \`orders refund\` if it was paid.`,
  stillHeld: (number, { status }) => `order ${number} is not placed, but ${status}; use \`orders hold cancel\`.`,
  identityRemoved: (number) =>
    `order ${number} cannot be released: its identity data was removed after its retention time. Cancel it; the customer can order again.`,
  alreadyCancelled: (number) => `order ${number} is already cancelled.`,
  alreadyPaid: (number) => `order ${number} was paid; use \`orders refund\`.`,
  notPaid: (number) => `order ${number} has no payment that could be refunded; use \`orders cancel\`.`,
  alreadyAsked: (number) => `a refund of order ${number} waits for a second person at the desk.`,
  notHandedOver: (number) => `order ${number} was never handed over: it is or was on hold.`,
  noEsim: (number) => `order ${number} has no eSIM, or its retention time has passed.`,
  notPlaced: (number) => `order ${number} is not placed.`,
  esimReady: (number) =>
    `the eSIM of ${number} cannot be retried: it is ready. Use \`esims cancel\` first for another one.`,
  esimEnding: (number, { esim }) =>
    `the eSIM of ${number} cannot be ${esim?.state === "cancelled" ? "cancelled" : "retried"}: it is ${esim?.state}.`,
  esimInstalled: (number) => `the eSIM of ${number} is installed on a phone, so the SM-DP+ cannot cancel it.`,
};
