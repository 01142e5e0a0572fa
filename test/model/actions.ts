import { expect } from "vitest";
import type { BodyOf } from "#contract/shop/calls.ts";
import { STEPS, type Step } from "#core/steps/steps.ts";
import { personForm } from "../support/people.ts";
import { wideLimits } from "../support/wide-limits.ts";
import type { Shopper } from "../support/shopper.ts";

/** Rate limits that no sequence of calls reaches. */
export const FREE = wideLimits({ passwordsPerAccount: 1_000_000 });

const RECORDS: readonly BodyOf<"checkout">[] = [
  { type: "Tariff", tariff: "SMART30" },
  { type: "Tariff", tariff: "SMART60", mobile: "AARE5", bundles: ["EU10"] },
  { type: "Tariff", tariff: "PREPAID10" },
  { type: "Tariff", tariff: "PREPAID20", bundles: ["TWIN"] },
  { type: "Tv Device", tv_tariff: "TVM", tv_device: ["STB1"] },
  { type: "TV Tariff", tv_tariff: "277" },
  { type: "Tariff", tariff: "SMART60", bonus: 1 },
];

/** The kinds of clicks, calls and events; `index` chooses their subject. */
export const ACTIONS = [
  "choose",
  "register",
  "logIn",
  "chooseNumber",
  "validate",
  "update",
  "upload",
  "create",
  "beginPayment",
  "pay",
  "decline",
  "cancel",
  "status",
  "order",
  "prepare",
  "forget",
] as const;
export type Action = (typeof ACTIONS)[number];
export type Act = { readonly kind: Action; readonly index: number; readonly tab: number };

/** A mostly sensible sequence: a run through the steps, with random actions in between. */
export const ROUTE: readonly Action[] = [
  "choose",
  "register",
  "chooseNumber",
  "validate",
  "update",
  "upload",
  "create",
  "beginPayment",
  "pay",
  "status",
  "order",
];

type Totals = { readonly billing: number; readonly oneTime: number; readonly total: number };

/** One shopper with two tabs, and the answers received. */
export type World = {
  readonly tabs: readonly Shopper[];
  readonly email: string;
  /** If set, logs in as a customer of the base. */
  readonly customer: { username: string; password?: string };
  /** Fields of the form that differ from the usual ones. */
  readonly changes?: Readonly<Record<string, unknown>>;
  readonly payments: string[];
  readonly statuses: number[];
  readonly orders: Set<string>;
  /** Every price that this shopper has received. */
  readonly seen: Totals[];
  /** The new number that was chosen last. */
  number?: string;
};

/**
 * Performs an action as this shopper. Expects that no answer is a 5xx, and that rejections contain an existing step.
 */
export async function act(world: World, { kind, index, tab }: Act, image: Blob): Promise<void> {
  const shopper = world.tabs[tab] as Shopper;
  const form = { ...personForm(world.email), newMsisdn: world.number ?? "", ...world.changes };
  const reply = await perform();
  if (!reply) return;
  world.statuses.push(reply.status);
  expect(reply.status, `${kind} answered ${JSON.stringify(reply.body)}`).toBeLessThan(500);
  const body = reply.body as Record<string, unknown>;
  if ("page" in body) expect([...STEPS, null]).toContain(body["page"] as Step | null);
  for (const answer of [body, body["checkout"] as Record<string, unknown> | undefined])
    if (answer && typeof answer["billing"] === "number") world.seen.push(totalsOf(answer as unknown as Totals));
  if (kind === "order" && reply.status === 200) world.orders.add(String(body["orderNumber"]));

  async function perform() {
    switch (kind) {
      case "choose": {
        const record = RECORDS[index % RECORDS.length] as BodyOf<"checkout">;
        const chosen = await shopper.call(
          "checkout",
          shopper.checkoutId ? { ...record, id: shopper.checkoutId } : record,
        );
        if (chosen.status === 200) for (const each of world.tabs) each.checkoutId = chosen.body.id;
        return chosen;
      }
      case "register":
        return shopper.register(world.email);
      case "logIn": {
        const login = await shopper.logIn(world.customer.username, world.customer.password);
        if (login.status === 200) for (const each of world.tabs) each.token = shopper.token;
        return login;
      }
      case "chooseNumber": {
        const offered = await shopper.call("numbers", { page: index % 2 });
        const numbers = offered.status === 200 ? offered.body.numbers : [];
        const msisdn = numbers[index % Math.max(1, numbers.length)] ?? null;
        const held = await shopper.call("holdNumber", { msisdn });
        if (held.status === 200) world.number = msisdn ?? "";
        return held;
      }
      case "validate":
        return shopper.call("validateCustomer", form);
      case "update":
        return shopper.call("updateCustomer", form);
      case "upload":
        return shopper.upload(image);
      case "create": {
        const created = await shopper.createCustomer({
          ...form,
          idNo: `M${world.email.replace(/\D/g, "").padStart(8, "0")}`,
        });
        for (const each of world.tabs) each.token = shopper.token;
        return created;
      }
      case "beginPayment": {
        const begun = await shopper.call("prepareTransaction");
        if (begun.status === 200 && "redirectUrl" in begun.body) world.payments.push(begun.body.redirectUrl);
        return begun;
      }
      case "pay":
      case "decline":
      case "cancel": {
        const url = world.payments.at(-1 - (index % Math.max(1, world.payments.length)));
        if (url) await shopper.pressAtProvider(url, kind);
        return null;
      }
      case "status": {
        const hosted = world.payments.at(-1)?.split("/").at(-1);
        return hosted ? shopper.transactionStatus(hosted) : null;
      }
      case "order":
        return shopper.call("createOrder", { billPayed: index % 2 === 0 });
      case "prepare":
        return shopper.prepare(STEPS[index % STEPS.length] ?? "1");
      case "forget":
        shopper.token = null;
        return null;
    }
  }
}

const totalsOf = ({ billing, oneTime, total }: Totals): Totals => ({ billing, oneTime, total });
