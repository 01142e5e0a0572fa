import { EXTENSIONS } from "#extensions/index.ts";
import { ofDatabase as database, type Definition, type ExtensionMetrics } from "#server/platform/metrics.ts";

const process = <const Type extends Definition["type"]>(type: Type, help: string, labels: Definition["labels"] = {}) =>
  ({ type, help, labels, scope: "process" }) as const;

const KINDS = "as [at the desk](desk.md#what-waits)";

const CORE = {
  // Of each process
  kasse_ready: process("gauge", "1 while `/readyz` returns 200, else 0"),
  kasse_request_duration_seconds: process("histogram", "Response time of API calls, in seconds", {
    route: "as `/public-api/checkout`",
    method: "as `POST`",
    status: "HTTP status",
  }),
  kasse_failures_total: process("counter", "API calls with a 5xx response"),
  kasse_refusals_total: process("counter", "Expected failures returned to clients, by the rule that refused", {
    failure: "its name in docs/specification/wire.md, as `priceChanged`",
  }),
  kasse_circuit_open: process("gauge", "1 while a system is not called because it failed repeatedly, else 0", {
    system: "`customer base`, `number transfer`, `solvency`, `checks`; `network`; of jobs `mail`, `handover`, `esim`",
  }),
  kasse_network_calls_total: process("counter", "Questions to [the mobile network](integrations/network.md)", {
    api: "`simSwap`, `numberVerification`, `kycFillIn`, `kycMatch`, `ageVerification`",
    outcome:
      "`yes`, `no`, `notAvailable` (it lacks the data), `notCovered` (a number of another network), `refused` (see the log), `busy`, `down`, `unreadable` (see the log), `skipped` (not asked)",
  }),
  kasse_payment_webhooks_total: process("counter", "Reports received from payment providers", {
    provider: "as in `PAYMENT_PROVIDER`",
    outcome:
      "`settled`, `repeated`, `foreign` (a payment that the shop does not know), `other` (not about a payment, or unreadable), `forged`",
  }),
  kasse_upload_memory_bytes: process("gauge", "Memory that uploads have reserved", { for: "`bodies`, `decoding`" }),
  kasse_replica_used: process("gauge", "1 while reads go to the replica, else 0; absent without one"),
  kasse_replica_lag_seconds: process("gauge", "How far the replica is behind at most; absent while unknown"),
  kasse_collection_failures_total: process("counter", "Database figures that could not be read in time", {
    reading: "which one, as `payments`",
  }),

  // The course of a purchase
  kasse_funnel_checkouts: database("Checkouts started in the last 24 hours that have reached a step", {
    step: "`begun`, `account`, `person`, `address`, `identity`, `payment` (begun), `order`",
  }),
  kasse_orders_recent: database("Orders of the last 24 hours", {
    status: "`placed`, `onHold`, `awaitingPayment`, `cancelled`",
  }),
  kasse_orders_waiting: database("All orders that wait for a person or for their payment", {
    status: "`onHold`, `awaitingPayment`",
  }),
  kasse_orders_waiting_oldest_seconds: database("Age of the oldest waiting order; 0 if there is none", {
    status: "`onHold`, `awaitingPayment`",
  }),
  kasse_stock: database("Devices on hand", { article: "the article's number" }),
  kasse_stock_held: database("Devices that open checkouts hold", { article: "the article's number" }),
  kasse_launch_queue: database("Shoppers who queue for a product", { product: "as `device/AARE5`" }),
  kasse_numbers: database("New numbers without an order; none in a shop that never had any", {
    state: "`offered`, `held` by a checkout, `resting`",
  }),

  // Money
  kasse_payments_recent: database("Payments started in the last 24 hours", {
    state: "`open`, `paid`, `declined`, `cancelled`, `expired`, `ordered`, `refunded`",
  }),
  kasse_payments_unsettled: database("All unfinished payments", {
    state: "`open`; `paid`, but neither order nor refund",
  }),
  kasse_payments_unsettled_oldest_seconds: database("Age of the oldest unfinished payment; 0 if there is none", {
    state: "`open`, `paid`",
  }),
  kasse_refunds: database("Refunds that have not succeeded yet", {
    state: "`waiting`; `givenUp`: every attempt has failed",
  }),

  // What is handed over
  kasse_handovers_undelivered: database("Events that the operator's systems have not received"),
  kasse_handovers_undelivered_oldest_seconds: database("Age of the oldest such event; 0 if there is none"),
  kasse_handover_lag_seconds: database("Seconds from order to delivery of its events, in the last 24 hours", {
    quantile: "`0.5`, `0.95`, `1`",
  }),
  kasse_receiver_failing_seconds: database("How long a receiver of order events has accepted none", {
    receiver: "the host of a platform, or the name and host of a system that listens",
  }),
  kasse_esims: database("eSIMs that are not ready", {
    state: "`waiting`; `failed`; `alarm` (`kasse esims list --alarm`)",
  }),
  kasse_jobs: database("Jobs that are not done", {
    task: "as `hand-over-order`",
    state: "`due`, `running`, `later`, `retrying` (failed, and will be retried), `givenUp` (every attempt has failed)",
  }),
  kasse_job_oldest_due_seconds: database("How long the oldest due job has waited", { task: "as `hand-over-order`" }),

  // Texts
  kasse_login_codes_sent: database("Login codes sent in the last 24 hours"),
  kasse_login_codes_used: database("Login codes sent in the last 24 hours that were used"),
  kasse_login_codes_ended: database("Login codes that expired in the last 24 hours, used or not"),
  kasse_login_codes_unused_ratio: database(
    "Share of these that was not used: near 1 means SMS pumping, or text messages that do not arrive",
  ),
  kasse_sms_receipts: database("Delivery receipts of the SMS centre within the last 24 hours", {
    state: "`delivered`, `expired`, `deleted`, `undeliverable`, `accepted`, `unknown`, `rejected`, `underway`",
  }),
  kasse_sms_receipts_missing: database(
    "Text messages with an overdue receipt, after which no receipt of any message has come",
  ),

  // What waits for a person
  kasse_waiting: database("Items that wait for a person", { kind: KINDS }),
  kasse_waiting_oldest_seconds: database("Age of the oldest waiting item; 0 if there is none", { kind: KINDS }),
  kasse_waiting_late: database("Waiting items whose deadline was before today", { kind: KINDS }),

  // Limits
  kasse_limit_used_ratio: database("Share of an overall limit that is used up in the current window", {
    limit: "as `codesInAll`",
  }),
  kasse_unordered_documents_bytes: database("Stored pictures of documents without an order"),
} as const satisfies Record<string, Definition>;

/** The names of the core's metrics. */
export const CORE_METRICS = Object.keys(CORE);
type CoreName = keyof typeof CORE;
export type MetricName = CoreName | keyof ExtensionMetrics;
/** The names of the core's metrics with this scope. */
export type MetricsOf<Scope extends Definition["scope"]> = {
  [Name in CoreName]: (typeof CORE)[Name]["scope"] extends Scope ? Name : never;
}[CoreName];
/** The names of the metrics of this type. Those of extensions are gauges. */
export type MetricsOfType<Type extends Definition["type"]> =
  | { [Name in CoreName]: (typeof CORE)[Name]["type"] extends Type ? Name : never }[CoreName]
  | (Type extends "gauge" ? keyof ExtensionMetrics : never);

/**
 * Every metric that Kasse defines, by name. docs/metrics.md is generated from this table; dashboards and alerts may use
 * no other metrics.
 */
export const METRICS = Object.assign(
  {},
  CORE,
  ...(EXTENSIONS as readonly { readonly metrics?: object }[]).map(({ metrics }) => metrics),
) as Readonly<Record<MetricName, Definition>>;

const SCOPES = [
  { scope: "process", title: "Of each process" },
  { scope: "database", title: "From the database, all gauges" },
] as const;

/** Returns the tables of docs/metrics.md in Markdown, one for each scope. */
export function metricsAsMarkdown(): string {
  return SCOPES.map(({ scope, title }) =>
    [
      `## ${title}`,
      "",
      "| metric | what it is | labels |",
      "|---|---|---|",
      ...Object.entries<Definition>(METRICS)
        .filter(([, definition]) => definition.scope === scope)
        .map(([name, { type, help, labels }]) => {
          const what = scope === "process" ? `${help} (${type})` : help;
          return `| \`${name}\` | ${what} | ${labelsOf(labels)} |`;
        }),
    ].join("\n"),
  ).join("\n\n");
}

function labelsOf(labels: Definition["labels"]): string {
  const texts = Object.entries(labels).map(([name, values]) => `\`${name}\`: ${values}`);
  return texts.join("<br>");
}
