import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListedExperiment } from "#contract/desk/experiments.ts";
import type { SentDeskBody } from "#contract/desk/calls.ts";
import { addDays, dayInZurich, formatDay } from "#core/time/dates.ts";
import type { Arm, ExperimentId } from "#core/checkout-record/experiments.ts";
import { armInSql, armOf } from "#server/shop/experiments/live-experiments.ts";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import { DESK_PASSWORD, type DeskBrowser } from "../support/desk-browser.ts";
import { picture } from "../support/people.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";
import { expectOk, type Shopper } from "../support/shopper.ts";

// Experiments of the checkout: started, counted, stopped and adopted at the desk (docs/desk.md, ADR 50).
let shop: Shop;
let carla: DeskBrowser;
let chief: DeskBrowser;
let support: DeskBrowser;
let image: Blob;
/** Offset of the shop's clock, in ms. */
let ahead = 0;
const HOUR = 3_600_000;
const now = () => new Date(Date.now() + ahead);
const today = () => dayInZurich(now());
const inDays = (days: number) => formatDay(addDays(today(), days));

beforeAll(async () => {
  shop = await startShopWithDesk({ jobs: true, now });
  carla = await atDesk(shop, "carla@example.ch", "catalogue");
  chief = await atDesk(shop, "chief@example.ch", "admin");
  support = await atDesk(shop, "helps@example.ch", "support");
  image = await picture();
});
afterAll(() => shop.stop());

/** Advances the clock, after which everyone logs in again. */
async function pass(ms: number): Promise<void> {
  ahead += ms;
  for (const [email, browser] of [
    ["carla", carla],
    ["chief", chief],
    ["helps", support],
  ] as const) {
    const login = await browser.call("login", { body: { email: `${email}@example.ch`, password: DESK_PASSWORD } });
    expect(login.status).toBe(200);
  }
}

type Begun = SentDeskBody<"beginExperiment">;
const begin = (changes: Partial<Begun> = {}, by = carla) =>
  by.call("beginExperiment", {
    body: {
      experiment: "bundleOrder",
      hypothesis: "Cheap add-ons first sell more plans",
      perArm: 1000,
      lastDay: inDays(20),
      ...changes,
    },
  });
/** Starts a run, and waits until every process has noticed it. */
async function run(experiment: ExperimentId, changes: Partial<Begun> = {}): Promise<string> {
  const begun = await begin({ experiment, ...changes });
  expect(begun.status).toBe(200);
  ahead += 11_000;
  return begun.body.experiments.find(({ id }) => id === experiment)?.run?.id ?? "";
}
const stop = (id: string, by = carla) =>
  by.call("stopExperiment", { params: { id }, body: { reason: "the tills are down" } });
const adopt = (id: string, arm: Arm, by = chief) =>
  by.call("adoptExperiment", { params: { id }, body: { arm, reason: "seen and discussed" } });
async function listed(id: ExperimentId, by = chief): Promise<ListedExperiment> {
  const { body } = await by.call("experiments");
  return body.experiments.find((each) => each.id === id) as ListedExperiment;
}
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await shop.database.pool.query<Row>(text, values)).rows;

type Told = { readonly arms?: Partial<Record<ExperimentId, Arm>> };
const enter = async (shopper: Shopper, step: string, pageStep = step) =>
  (await expectOk(`step ${step}`, shopper.prepare(step, pageStep))) as Told;
async function chosen(record: Parameters<Shopper["choose"]>[0] = { type: "Tariff", tariff: "SMART30" }) {
  const shopper = shop.shopper();
  await shopper.choose(record);
  return shopper;
}
/** Returns a shopper of a run in each arm. */
async function oneInEach(id: string): Promise<Record<Arm, Shopper>> {
  const found: Partial<Record<Arm, Shopper>> = {};
  while (!found.A || !found.B) {
    const shopper = await chosen();
    found[armOf(id, shopper.checkoutId ?? "")] ??= shopper;
  }
  return found as Record<Arm, Shopper>;
}
/** Ends all runs and adoptions, so that a test starts without any. */
const endAllRuns = () => query("truncate desk_experiments");
/** Waits for three times the interval at which a process polls for changes. */
const waitForPolls = () => delay(600);
/** Recomputes the figures without the delay that follows a slow query on a busy machine. */
const recomputeFigures = () => query("update desk_figures set due_at = '-infinity' where source = 'checkouts'");

describe("an experiment", () => {
  test(
    "is started with a rule, counted by arm, stopped by the rule, and adopted by a second person",
    { timeout: 300_000 },
    async () => {
      expect(await enter(await chosen(), "1")).not.toHaveProperty("arms");
      const before = await chosen();
      const id = await run("bundleOrder");
      expect((await listed("bundleOrder")).run).toMatchObject({
        state: "running",
        by: "carla@example.ch",
        beginner: "other",
        perArm: 1000,
        lastDay: inDays(20),
        exposed: 0,
        result: null,
      });
      const { A, B } = await oneInEach(id);
      const bystander = await chosen();
      expect(await enter(A, "1")).toMatchObject({ arms: { bundleOrder: "A" } });
      expect(await enter(B, "1")).toMatchObject({ arms: { bundleOrder: "B" } });
      expect(await enter(B, "1")).toMatchObject({ arms: { bundleOrder: "B" } });
      // Started before the run.
      expect(await enter(before, "1")).not.toHaveProperty("arms");
      await B.becomeCustomer("arm-b@example.ch", image);
      await expectOk("order", B.call("createOrder", {}));

      const counted = await eventually("both are counted", async () => {
        await recomputeFigures();
        const { run: found } = await listed("bundleOrder");
        return found?.exposed === 2 && found;
      });
      // While it runs, the arms are not compared.
      expect(counted).toMatchObject({ result: null, unbalanced: false, stopped: null, unknownHours: 0 });
      expect(JSON.stringify((await listed("bundleOrder", support)).run)).not.toMatch(/"[AB]"|ordered/);

      await eventually("the order is counted, which nobody sees yet", async () => {
        await recomputeFigures();
        const [hour] = await query("select 1 from desk_figures where figures->>'experiments' ~ '\\[1, 1\\]'");
        return hour !== undefined;
      });
      await pass(21 * 24 * HOUR);
      expect(await enter(bystander, "1")).not.toHaveProperty("arms");
      const stopped = await eventually("its rule has stopped it", async () => {
        const { run: found } = await listed("bundleOrder", carla);
        return found?.stopped && found;
      });
      expect(stopped).toMatchObject({
        state: "stopped",
        beginner: "own",
        exposed: 2,
        stopped: { by: null, reason: null },
        result: {
          verdict: "none",
          arms: {
            A: { exposed: 1, ordered: 0, share: { value: 0 } },
            B: { exposed: 1, ordered: 1, share: { value: 1 } },
          },
          difference: { value: 1 },
        },
      });
      expect(new Date(stopped.stopped?.at ?? "").getTime()).toBeLessThanOrEqual(now().getTime());
      expect(await enter(await chosen(), "1")).not.toHaveProperty("arms");

      expect((await adopt(id, "B", carla)).body.failure).toBe("ownRequest");
      expect((await adopt(id, "B")).status).toBe(200);
      expect(await listed("bundleOrder")).toMatchObject({
        standing: "B",
        run: { state: "adopted", adopted: { arm: "B", by: "chief@example.ch", reason: "seen and discussed" } },
      });
      expect(await enter(await chosen(), "1")).toEqual(expect.objectContaining({ arms: { bundleOrder: "B" } }));
      expect((await adopt(id, "B")).body.failure).toBe("alreadyDone");
      // The decided result stays when the figures are deleted.
      await query("update desk_figures set figures = null");
      expect((await listed("bundleOrder")).run?.result?.arms.B).toMatchObject({ exposed: 1, ordered: 1 });
      expect((await adopt(id, "A")).status).toBe(200);
      expect(await enter(await chosen(), "1")).not.toHaveProperty("arms");
    },
  );

  test("stopped early by a person shows no result, and everyone has A at once", async () => {
    await endAllRuns();
    const id = await run("priceWords");
    const { B } = await oneInEach(id);
    expect(await enter(B, "1")).toMatchObject({ arms: { priceWords: "B" } });
    expect((await stop(id)).status).toBe(200);
    expect(await enter(B, "1")).not.toHaveProperty("arms");
    expect((await listed("priceWords")).run).toMatchObject({
      state: "stopped",
      stopped: { by: "carla@example.ch", reason: "the tills are down" },
      result: { verdict: "stoppedEarly" },
    });
    expect((await stop(id)).body.failure).toBe("alreadyDone");
  });

  test("is stopped by the number of checkouts as soon as both arms have reached it", async () => {
    await endAllRuns();
    const id = await run("bundleOrder");
    await query("alter table desk_experiments disable trigger desk_experiments_kept");
    await query("update desk_experiments set per_arm = 1 where id = $1", [id]);
    await query("alter table desk_experiments enable trigger desk_experiments_kept");
    const { A, B } = await oneInEach(id);
    await enter(A, "1");
    await eventually("one is counted", async () => {
      await recomputeFigures();
      return (await listed("bundleOrder")).run?.exposed === 1;
    });
    await waitForPolls();
    expect((await listed("bundleOrder")).run?.state).toBe("running");
    await enter(B, "1");
    await eventually("it has stopped", async () => {
      await recomputeFigures();
      return (await listed("bundleOrder")).run?.state === "stopped";
    });
    expect((await listed("bundleOrder")).run?.stopped).toMatchObject({ by: null });
  });

  test("starts where its arms differ: step 4 for the SIM, mobile for the words, also TV for the bundles", async () => {
    await endAllRuns();
    const ids = {
      simDefault: await run("simDefault"),
      priceWords: await run("priceWords"),
      bundleOrder: await run("bundleOrder"),
    };
    const armIn = (experiment: ExperimentId, shopper: Shopper) => armOf(ids[experiment], shopper.checkoutId ?? "");
    const mobile = await chosen();
    expect((await enter(mobile, "1")).arms).toEqual({
      priceWords: armIn("priceWords", mobile),
      bundleOrder: armIn("bundleOrder", mobile),
    });
    await expectOk("register", mobile.register("sim@example.ch"));
    expect((await enter(mobile, "4")).arms).toEqual({ simDefault: armIn("simDefault", mobile) });
    const tv = await chosen({ type: "TV Tariff", tv_tariff: "TVS" });
    expect((await enter(tv, "1")).arms).toEqual({ bundleOrder: armIn("bundleOrder", tv) });
    await expectOk("register", tv.register("tv@example.ch"));
    expect(await enter(tv, "4")).not.toHaveProperty("arms");
  });

  test("is noticed by another process within seconds, with the same arms", async () => {
    await endAllRuns();
    const other = await startShop({
      jobs: true,
      env: { DATABASE_URL: shop.database.url, DATA_DIR: shop.kasse.services.config.dataDir },
      now,
    });
    try {
      const id = await run("bundleOrder");
      const entered = async () => {
        const shopper = other.shopper();
        await shopper.choose({ type: "Tariff", tariff: "SMART30" });
        return { shopper, arms: (await enter(shopper, "1")).arms };
      };
      await eventually("the other process knows the run", async () => (await entered()).arms !== undefined);
      for (let count = 0; count < 4; count += 1) {
        const { shopper, arms } = await entered();
        expect(arms).toEqual({ bundleOrder: armOf(id, shopper.checkoutId ?? "") });
      }
      await stop(id);
      await eventually("the other process knows that it has stopped", async () => (await entered()).arms === undefined);
    } finally {
      await other.stop();
    }
  });

  test("is bound to the same in both arms: prices, review, terms, agreement and the event for the operator", async () => {
    await endAllRuns();
    const id = await run("bundleOrder");
    await run("priceWords");
    await run("simDefault");
    const bought = async (shopper: Shopper, email: string) => {
      const price = await shopper.choose({ type: "Tariff", tariff: "SMART30", bundles: ["TWIN", "EU10"] });
      await enter(shopper, "1");
      await shopper.becomeCustomer(email, image);
      const step = (await expectOk("step 5", shopper.prepare("5"))) as Record<string, unknown>;
      const made = await expectOk(
        "order",
        shopper.call("createOrder", { review: (step["review"] as { version: string }).version }),
      );
      const { body: view } = await shopper.call("order");
      const event = await eventually("it is handed over", async () =>
        (await shop.orders()).find(({ event: { productOrder } }) => productOrder.id === made.orderNumber),
      );
      return { price, review: step["review"], agb: step["agb"], agbVersion: step["agbVersion"], view, event };
    };
    const { A, B } = await oneInEach(id);
    const texts = [await bought(A, "same-a@example.ch"), await bought(B, "same-b@example.ch")].map(plain);
    expect(texts[0]).toContain("TWIN");
    expect(texts[1]).toBe(texts[0]);
  });
});

/** Removes the data unique to an order: ids, numbers, times, people, and hashes of typed data. */
function plain(order: object): string {
  return JSON.stringify(order)
    .replaceAll(/same-[ab]@example\.ch/g, "…")
    .replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|K\d{6}|T\d+N\d{4}/g, "…")
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, "…")
    .replaceAll(/"[\w-]{32,43}"/g, "…");
}

describe("a call", () => {
  test("requires its permit and is an entry in the audit log", async () => {
    await endAllRuns();
    expect((await support.call("experiments")).status).toBe(200);
    expect((await begin({}, support)).status).toBe(403);
    const id = await run("bundleOrder", { hypothesis: "Cheaper first, more orders" });
    expect((await stop(id, support)).status).toBe(403);
    expect((await adopt(id, "A", support)).status).toBe(403);
    await stop(id);
    await adopt(id, "A");
    const lines = await query<{ actor: string; action: string; reason: string }>(
      "select actor, action, reason from audit_log where action like 'desk %xperiment%' order by seq desc limit 6",
    );
    expect(lines.toReversed()).toEqual([
      { actor: "helps@example.ch", action: "desk refused beginExperiment", reason: "runExperiments" },
      {
        actor: "carla@example.ch",
        action: "desk experiments begin",
        reason: `bundleOrder, 1000 in each arm, until ${inDays(20)}: Cheaper first, more orders`,
      },
      { actor: "helps@example.ch", action: "desk refused stopExperiment", reason: "runExperiments" },
      { actor: "helps@example.ch", action: "desk refused adoptExperiment", reason: "runExperiments" },
      { actor: "carla@example.ch", action: "desk experiments stop", reason: `run ${id}: the tills are down` },
      { actor: "chief@example.ch", action: "desk experiments adopt", reason: `arm A of run ${id}: seen and discussed` },
    ]);
  });

  test("to start needs a hypothesis, a possible rule, and no other run", async () => {
    await endAllRuns();
    expect((await begin({ hypothesis: "abc" })).body.failure).toBe("reasonNeeded");
    expect((await begin({ perArm: 99 })).body.failure).toBe("stopRuleWrong");
    expect((await begin({ lastDay: inDays(-1) })).body.failure).toBe("stopRuleWrong");
    expect((await begin({ lastDay: inDays(90) })).body.failure).toBe("stopRuleWrong");
    expect((await begin({ lastDay: "2026-02-30" })).body.failure).toBe("unreadable");
    expect((await begin({ experiment: "prices" as never })).body.failure).toBe("unreadable");
    const both = await Promise.all([begin(), begin({}, chief)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.failure).toBe("experimentRunning");
    expect((await begin({ experiment: "priceWords" })).status).toBe(200);
  });

  test("about a run needs an existing run, a reason, and the right time", async () => {
    await endAllRuns();
    const id = await run("bundleOrder");
    const nobody = "0f0f0f0f-0000-4000-8000-000000000000";
    expect((await stop(nobody)).body.failure).toBe("notFound");
    expect((await adopt("nobody", "A")).body.failure).toBe("notFound");
    const short = { params: { id }, body: { reason: "no" } };
    expect((await carla.call("stopExperiment", short)).body.failure).toBe("reasonNeeded");
    expect(
      (await chief.call("adoptExperiment", { params: { id }, body: { arm: "A", reason: "no" } })).body.failure,
    ).toBe("reasonNeeded");
    expect((await adopt(id, "B")).body.failure).toBe("experimentRunning");
    await stop(id);
    const again = await run("bundleOrder");
    // An arm of an earlier run can no longer be adopted.
    expect((await adopt(id, "B")).body.failure).toBe("alreadyDone");
    const { past, experiments } = (await chief.call("experiments")).body;
    expect(past.map((each) => each.id)).toEqual([id]);
    expect(experiments.find((each) => each.id === "bundleOrder")?.run?.id).toBe(again);
  });

  test("is rejected for a person who might be the same under another login", async () => {
    await endAllRuns();
    const [run] = await query<{ id: string }>(
      `with carla as (insert into desk_people (email, name, roles, issuer, subject, actor)
         values ('carla@example.ch', 'Carla', '{catalogue}', 'https://login.example', 'c', 'carla') returning id)
       insert into desk_experiments (experiment, hypothesis, per_arm, starts_at, ends_at, begun_by, begun_by_id, begun_at, stopped_at)
       select 'bundleOrder', 'more order', 1000, $1::timestamptz - interval '2 days', $1, 'carla', id, $1, $1 from carla returning id`,
      [now()],
    );
    expect((await listed("bundleOrder")).run).toMatchObject({ beginner: "unknown", state: "stopped" });
    expect((await adopt(run?.id ?? "", "B")).body.failure).toBe("beginnerUnknown");
  });

  test("contains the previous week, to estimate the number of checkouts needed", async () => {
    await endAllRuns();
    await pass(8 * 24 * HOUR);
    for (const [tariff, email] of [
      ["SMART30", "week@example.ch"],
      ["PREPAID0", "prepaid-week@example.ch"],
    ] as const) {
      const shopper = await chosen({ type: "Tariff", tariff });
      await shopper.becomeCustomer(email, image);
      await expectOk("order", shopper.call("createOrder", {}));
    }
    const left = await chosen();
    await enter(left, "1");
    await pass(HOUR);
    // Late records are counted when the hour is recomputed, which takes longer for older hours.
    await eventually("the week is known", async () => {
      await pass(60_000);
      return (await listed("bundleOrder")).lastWeek.reached === 2;
    });
    // Prepaid mobile has no step 1, and a checkout abandoned at step 1 has not reached step 4.
    expect((await listed("bundleOrder")).lastWeek).toEqual({ reached: 2, ordered: 1 });
    expect((await listed("priceWords")).lastWeek).toEqual({ reached: 2, ordered: 1 });
    expect((await listed("simDefault")).lastWeek).toEqual({ reached: 2, ordered: 2 });
  });
});

describe("the database", () => {
  test("computes the same arm as the code", async () => {
    const ids = Array.from({ length: 300 }, (_, index) => `checkout-${index}-žšć`);
    const run = "0f0f0f0f-0000-4000-8000-000000000000";
    const { rows } = await sql<{ arm: Arm }>`
      select ${armInSql(run, sql`id`)} as arm from unnest(${ids}::text[]) with ordinality as t (id, n) order by n`.execute(
      shop.kasse.services.db,
    );
    expect(rows.map(({ arm }) => arm)).toEqual(ids.map((id) => armOf(run, id)));
    // A checkout's arm in one run is independent of that in another.
    const same = ids.filter((id) => armOf(run, id) === armOf("0f0f0f0f-0000-4000-8000-000000000001", id)).length;
    expect(same).toBeGreaterThan(110);
    expect(same).toBeLessThan(190);
    const ofA = rows.filter(({ arm }) => arm === "A").length;
    expect(ofA).toBeGreaterThan(110);
    expect(ofA).toBeLessThan(190);
  });

  test("rejects a changed rule, a restart, a removed run, and a decision by the person who started it", async () => {
    await endAllRuns();
    const id = await run("bundleOrder");
    const set = (change: string) => query(`update desk_experiments set ${change} where id = $1`, [id]);
    const adopted = (who: string) =>
      set(
        `adopted_arm = 'B', adopted_by = 'x', adopted_by_id = ${who}, adopted_at = now(), adoption_reason = 'because', decided_on = '{}'`,
      );
    for (const change of ["per_arm = 5", "ends_at = now()", "hypothesis = 'another'"])
      await expect(set(change)).rejects.toThrow(/keeps its rule/);
    await expect(adopted("gen_random_uuid()")).rejects.toThrow(/check constraint/);
    await stop(id);
    await expect(set("stopped_at = null")).rejects.toThrow(/keeps its rule/);
    await expect(query("delete from desk_experiments where id = $1", [id])).rejects.toThrow(/keeps its rule/);
    await expect(adopted("begun_by_id")).rejects.toThrow(/check constraint/);
    await adopted("gen_random_uuid()");
  });
});

test("a shop without eSIMs has no experiment with them", async () => {
  const cards = await startShopWithDesk({ jobs: true, env: { ESIM_PROVIDER: "none" } });
  try {
    const carol = await atDesk(cards, "carol@example.ch", "catalogue");
    const { body } = await carol.call("experiments");
    expect(body.experiments.map(({ id, available }) => [id, available])).toEqual([
      ["priceWords", true],
      ["bundleOrder", true],
      ["simDefault", false],
    ]);
    expect((await begin({ experiment: "simDefault" }, carol)).body.failure).toBe("notFound");
  } finally {
    await cards.stop();
  }
});
