import type * as v from "valibot";
import type { Answer } from "./answer.ts";
import type { RootCapability } from "./protocol/capabilities.ts";
import type { AgentCaller } from "./request.ts";

/** A call of an operation, as every transport passes it on. */
export type OperationCall = {
  readonly caller: AgentCaller;
  /** The id of the checkout or order. */
  readonly id: string;
  /** The idempotency key; null if there is none. */
  readonly key: string | null;
  readonly body: unknown;
  /** What a repetition with the same key has to repeat. */
  readonly raw: Buffer;
};

/** An operation of UCP's shopping service, or a question of the shop's own. */
export type Operation = {
  /** Its name in UCP, such as `create_checkout`, which is also the tool's. */
  readonly name: string;
  /** What it does, for assistants that choose a tool. */
  readonly about: string;
  /** Its place in the REST binding; null if it is only a tool. */
  readonly rest: { readonly method: "GET" | "POST" | "PUT"; readonly path: string } | null;
  /** The argument of the tool that has the request; null if there is none. */
  readonly argument: "catalog" | "checkout" | "question" | null;
  /** Whether it names a checkout or an order. */
  readonly hasId: boolean;
  /** What it does to stored data. Everything but `none` needs an idempotency key. */
  readonly effect: "none" | "additive" | "destructive";
  /** The capability that it belongs to. */
  readonly root: RootCapability;
  /**
   * Whether the platform has to sign. The catalogue is public; checkouts and orders are those of the platform that
   * created them, which only a signature proves.
   */
  readonly isSigned: boolean;
  readonly signsAnswer: boolean;
  /** Whether its answer lists the payment handlers. */
  readonly hasPayment: boolean;
  readonly request: v.GenericSchema;
  run(call: OperationCall): Promise<Answer>;
};

export type Operations = Readonly<Record<string, Operation>>;

/** What an operation is called and where it is, apart from what it runs. */
export type Row = Pick<Operation, "name" | "about"> & Partial<Omit<Operation, "run" | "request" | "root">>;

/** An operation that changes nothing and that anybody may call. */
export const READS = {
  rest: null,
  argument: null,
  hasId: false,
  effect: "none",
  isSigned: false,
  signsAnswer: false,
  hasPayment: false,
} as const;

const CHECKOUTS = "/checkout-sessions";
const ONE = `${CHECKOUTS}/:id`;

/** UCP's operations, with what each does, for assistants that choose a tool. */
export const ROWS = {
  search: {
    name: "search_catalog",
    about:
      "Search mobile and TV tariffs and devices by words, category and price. Amounts are Rappen (CHF × 100); " +
      "`price` is due now, `telecom.prices` has the bills.",
    rest: { method: "POST", path: "/catalog/search" },
  },
  lookUp: {
    name: "lookup_catalog",
    about: "Look up to 50 products or variants by their ids.",
    rest: { method: "POST", path: "/catalog/lookup" },
  },
  show: {
    name: "get_product",
    about: "Show a product with its terms or tariffs, of which each is a variant that can be bought.",
    rest: { method: "POST", path: "/catalog/product" },
  },
  create: {
    name: "create_checkout",
    about:
      "Prepare the purchase of one variant for a person. Nothing is ordered: the person checks, identifies " +
      "themselves, pays and orders at `continue_url`.",
    rest: { method: "POST", path: CHECKOUTS },
    argument: "checkout",
    effect: "additive",
  },
  get: {
    name: "get_checkout",
    about: "Show a prepared checkout, with what is missing, a fresh link for the person, and their order.",
    rest: { method: "GET", path: ONE },
    hasId: true,
  },
  update: {
    name: "update_checkout",
    about: "Replace all details of a prepared checkout. Send everything again, also what stays.",
    rest: { method: "PUT", path: ONE },
    argument: "checkout",
    hasId: true,
    effect: "destructive",
  },
  complete: {
    name: "complete_checkout",
    about: "Answers what the person still has to do. No assistant can order or pay.",
    rest: { method: "POST", path: `${ONE}/complete` },
    hasId: true,
    effect: "additive",
    signsAnswer: true,
  },
  cancel: {
    name: "cancel_checkout",
    about: "End a prepared checkout. What a person has taken over remains theirs.",
    rest: { method: "POST", path: `${ONE}/cancel` },
    hasId: true,
    effect: "destructive",
  },
  getOrder: {
    name: "get_order",
    about: "Show how far an order is that a person placed with a checkout of this platform.",
    rest: { method: "GET", path: "/orders/:id" },
    hasId: true,
    isSigned: true,
  },
} as const satisfies Readonly<Record<string, Row>>;

const QUESTION = { argument: "question" } as const;

/** Questions before a purchase, which UCP does not have. They are only tools. */
export const QUESTIONS = {
  compare: {
    ...QUESTION,
    name: "compare_tariffs",
    about:
      "Compare the mobile tariffs for a use, such as 10 GB a month and 3 days in France: which fit and why, with the " +
      "add-ons that the use needs, ranked by the total cost over the months.",
  },
  coverage: {
    ...QUESTION,
    name: "bundle_coverage",
    about: "Show in which countries an add-on can be used, or which add-ons cover a country.",
  },
  transfer: {
    ...QUESTION,
    name: "transfer_requirements",
    about: "Show what the transfer of a mobile number needs: details, authorisation, and the earliest day.",
  },
  options: {
    ...QUESTION,
    name: "tariff_options",
    about: "Show what can be added to a tariff, with codes and prices: add-ons, insurance, cost limit, set-top boxes.",
  },
} as const satisfies Readonly<Record<string, Row>>;
