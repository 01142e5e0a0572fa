import { storedShown } from "#server/sale/checkout/stored.ts";
import { quoteFor } from "#core/price/pricing.ts";
import type { CheckoutSource } from "#core/checkout-record/source.ts";
import type { CheckoutRecord } from "#core/checkout-record/record.ts";
import { FUNNEL_STEPS, type FunnelStep } from "#core/desk/funnel.ts";
import { EXPERIMENT_IDS, EXPERIMENTS, type ExperimentId } from "#core/checkout-record/experiments.ts";
import { newId, newSecretId } from "#server/platform/ids.ts";
import { armOf } from "#server/shop/experiments/live-experiments.ts";
import type { TestDatabase } from "./database.ts";
import { demoCatalogue } from "./demo-catalogue.ts";

const PRODUCTS: readonly (readonly [record: CheckoutRecord, family: string, product: string])[] = [
  [{ type: "Tariff", tariff: "SMART30" }, "postpaid", "SMART30"],
  [{ type: "Tariff", tariff: "PREPAID20" }, "prepaid", "PREPAID20"],
  [{ type: "Tariff", tariff: "SMART60", mobile: "AARE5" }, "device", "AARE5"],
  [{ type: "TV Tariff", tv_tariff: "TVS" }, "tv", "TVS"],
];

const SOURCES: readonly CheckoutSource[] = ["shop", "link", "link:a", "agent:b.example", "shop"];

/** The progress of shoppers, with the change of data that shows it. */
const STEPS: readonly (readonly [FunnelStep, Readonly<Record<string, string>>])[] = [
  ["account", { registered_email: "somebody@example.ch" }],
  ["person", { form_stage: "person" }],
  ["address", { form_stage: "address" }],
  ["identity", { customer_created: '{"contract":"mobile","solvent":true}' }],
];

type Sale = {
  readonly id: string;
  readonly at: Date;
  readonly family: string;
  readonly product: string;
  readonly source: string;
  step: number;
  order: { readonly id: string; readonly at: Date; cancelled: boolean; tenths: number | null } | null;
  readonly payments: { readonly id: string; readonly at: Date; state: string }[];
  refused: number;
  /** The entered steps, with the time. */
  readonly entered: { readonly step: string; readonly at: Date }[];
};

/** A run of an experiment, for counting here. */
type Run = { readonly id: string; readonly experiment: ExperimentId; readonly startsAt: Date; endsAt: Date };
const MONTH_MS = 30 * 24 * 3_600_000;

/** Returns the positions of the entered steps in the funnel. */
const pagesOf = (entered: Sale["entered"]) =>
  entered.map(({ step }) => FUNNEL_STEPS.indexOf(step === "1" ? "configure" : "person"));

/**
 * Creates records like a shop, at any time, and computes the expected figures of each hour in the simplest way, one by
 * one. For tests of stored figures.
 */
export function recordsIn({ pool }: Pick<TestDatabase, "pool">) {
  const sales: Sale[] = [];
  const runs: Run[] = [];
  const goesOn = ({ endsAt }: Run, now: Date) => endsAt > now;
  const codes: { readonly handle: string; readonly at: Date; used: boolean }[] = [];
  const at = (index: number) => sales[index % Math.max(1, sales.length)];
  const change = (sale: Sale, set: Readonly<Record<string, string>>, now: Date) => {
    const columns = Object.keys(set).map((column, index) => `, ${column} = $${index + 3}`);
    return pool.query(
      `update checkouts set revision = revision + 1, updated_at = $2${columns.join("")} where id = $1`,
      [sale.id, now, ...Object.values(set)],
    );
  };

  return {
    async begin(which: number, now: Date, source: string = SOURCES[which % SOURCES.length] ?? "shop") {
      const [record, family, product] = PRODUCTS[which % PRODUCTS.length] as (typeof PRODUCTS)[number];
      const id = newSecretId(now);
      const quote = quoteFor(record, demoCatalogue);
      if (!quote) throw new Error(`${product} is not for sale`);
      const shown = { quote, catalogueVersion: 1 };
      await pool.query(
        "insert into checkouts (id, record, shown, locale, source, created_at, updated_at) values ($1, $2, $3, 'fr', $5, $4, $4)",
        [id, record, storedShown(shown), now, source],
      );
      sales.push({
        id,
        at: now,
        family,
        product,
        source,
        step: -1,
        order: null,
        payments: [],
        refused: 0,
        entered: [],
      });
    },
    async advance(which: number, now: Date) {
      const sale = at(which);
      const next = sale && STEPS[sale.step + 1];
      if (!next || sale.order) return;
      sale.step += 1;
      await change(sale, next[1], now);
    },
    /** Enters step 1 or 4 for the first time. */
    async enter(which: number, step: "1" | "4", now: Date) {
      const sale = at(which);
      if (!sale) return;
      sale.entered.push({ step, at: now });
      await pool.query("insert into checkout_calls values ($1, $2, 'prepare', null, $3, 1)", [sale.id, now, step]);
    },
    /** Starts a run of an experiment, unless one is running. */
    async run(which: number, now: Date) {
      const experiment = EXPERIMENT_IDS[which % EXPERIMENT_IDS.length] as ExperimentId;
      if (runs.some((run) => run.experiment === experiment && goesOn(run, now))) return;
      const run = { id: newId(), experiment, startsAt: now, endsAt: new Date(now.getTime() + MONTH_MS) };
      runs.push(run);
      await pool.query(
        `insert into desk_experiments (id, experiment, hypothesis, per_arm, starts_at, ends_at, begun_by, begun_by_id, begun_at)
         values ($1, $2, 'more order', 1000, $3, $4, 'anna', gen_random_uuid(), $3)`,
        [run.id, experiment, run.startsAt, run.endsAt],
      );
    },
    async stopRun(which: number, now: Date) {
      const run = runs[which % Math.max(1, runs.length)];
      if (!run || !goesOn(run, now)) return;
      run.endsAt = now;
      await pool.query("update desk_experiments set stopped_at = $2 where id = $1", [run.id, now]);
    },
    async refuse(which: number, now: Date) {
      const sale = at(which);
      if (!sale) return;
      sale.refused += 2;
      await pool.query(
        "insert into checkout_calls values ($1, $2, 'validateCustomer', 'invalidFields', 'first_name, email', 2)",
        [sale.id, now],
      );
    },
    async pay(which: number, now: Date) {
      const sale = at(which);
      if (!sale || sale.payments.some(({ state }) => state === "open")) return;
      const payment = { id: newId(), at: now, state: "open" };
      sale.payments.push(payment);
      await pool.query(
        `insert into payments (id, checkout_id, provider, state, amount, fingerprint, shown, expires_at, created_at, updated_at)
         select $1, id, 'sandbox', 'open', 2000, '', shown, $3, $3, $3 from checkouts where id = $2`,
        [payment.id, sale.id, now],
      );
    },
    async settle(which: number, state: string, now: Date) {
      const payment = at(which)?.payments.find((each) => each.state === "open");
      if (!payment) return;
      payment.state = state;
      await pool.query("update payments set state = $2, updated_at = $3 where id = $1", [payment.id, state, now]);
    },
    async order(which: number, now: Date) {
      const sale = at(which);
      if (!sale || sale.order) return;
      sale.order = { id: newId(), at: now, cancelled: false, tenths: null };
      await pool.query(
        `with account as (insert into accounts (email, profile) values ($2 || '@example.ch', '{}') returning id)
         insert into orders (id, checkout_id, account_id, status, bill_paid, business, record, shown, customer, locale, created_at)
         select $1, c.id, account.id, 'placed', false, false, c.record, c.shown, '{}', 'fr', $4 from checkouts c, account where c.id = $3`,
        [sale.order.id, sale.order.id, sale.id, now],
      );
      await pool.query("insert into handovers (order_id, event, created_at) values ($1, '{}', $2)", [
        sale.order.id,
        now,
      ]);
      await change(sale, {}, now);
    },
    async deliver(which: number, tenths: number) {
      const order = at(which)?.order;
      if (!order || order.tenths !== null) return;
      order.tenths = tenths;
      await pool.query(
        "update handovers set delivered_at = created_at + $2 * interval '0.1 second' where order_id = $1",
        [order.id, tenths],
      );
    },
    async cancel(which: number) {
      const order = at(which)?.order;
      if (!order) return;
      order.cancelled = true;
      await pool.query("update orders set status = 'cancelled' where id = $1", [order.id]);
    },
    async code(now: Date) {
      const code = { handle: newId(), at: now, used: false };
      codes.push(code);
      await pool.query(
        "insert into sms_codes (handle, msisdn, salt, code_hash, expires_at) values ($1, '41784000001', '', '', $2::timestamptz + interval '5 minutes')",
        [code.handle, now],
      );
    },
    async use(which: number, now: Date) {
      const code = codes[which % Math.max(1, codes.length)];
      if (!code || code.used || now.getTime() > code.at.getTime() + 300_000) return;
      code.used = true;
      await pool.query("update sms_codes set used_at = $2 where handle = $1", [code.handle, now]);
    },
    /** Returns the expected figures of all hours: `hour kind names` with its count. */
    expected(now: Date): ReadonlyMap<string, number> {
      const counts = new Map<string, number>();
      const add = (moment: Date, kind: string, by: readonly string[], count = 1) => {
        const hour = new Date(Math.floor(moment.getTime() / 3_600_000) * 3_600_000).toISOString();
        const key = [hour, kind, ...by].join(" ");
        counts.set(key, (counts.get(key) ?? 0) + count);
      };
      const codeState = (sent: Date, used: boolean) => {
        if (used) return "used";
        return now.getTime() >= sent.getTime() + 300_000 ? "expired" : "open";
      };
      for (const { id, at: begun, family, product, source, step, order, payments, refused, entered } of sales) {
        const reached = order
          ? "ordered"
          : payments.length > 0
            ? "payment"
            : FUNNEL_STEPS[Math.max(...pagesOf(entered), FUNNEL_STEPS.indexOf(STEPS[step]?.[0] ?? "chosen"))];
        for (const { id: run, experiment, startsAt, endsAt } of runs) {
          const { step: page, family: whom } = EXPERIMENTS[experiment];
          const isIn = begun >= startsAt && begun < endsAt && (whom === "all" || family !== "tv");
          if (isIn && entered.some((each) => each.step === page && each.at < endsAt)) {
            add(begun, "experiments", [run, armOf(run, id)]);
            add(begun, "ordered", [run, armOf(run, id)], order ? 1 : 0);
          }
        }
        add(begun, "funnel", [family, product, reached ?? ""]);
        add(begun, "sources", [family, source]);
        add(begun, "ordered", [family, source], order ? 1 : 0);
        if (refused > 0)
          for (const field of ["first_name", "email"])
            add(begun, "errors", [family, "validateCustomer", "invalidFields", field, "fr"], refused);
        for (const payment of payments) add(payment.at, "payments", [family, payment.state, "sandbox", ""]);
        if (!order) continue;
        add(order.at, "sales", [family, product, order.cancelled ? "cancelled" : "made"]);
        add(order.at, "handovers", [family, order.tenths === null ? "" : String(order.tenths)]);
      }
      for (const { at: sent, used } of codes) add(sent, "codes", [codeState(sent, used)]);
      return counts;
    },
  };
}
