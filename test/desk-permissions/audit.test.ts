import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kasse, settingsOf } from "../support/cli.ts";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import type { DeskBrowser } from "../support/desk-browser.ts";
import { salesIn } from "../support/desk-sales.ts";
import { picture } from "../support/people.ts";
import type { Shop } from "../support/shop.ts";

let shop: Shop;
let support: DeskBrowser;
let finance: DeskBrowser;
let admin: DeskBrowser;
let sales: ReturnType<typeof salesIn>;
beforeAll(async () => {
  shop = await startShopWithDesk({ env: { DESK_REFUND_LIMIT: "15" } });
  sales = salesIn(shop, await picture());
  support = await atDesk(shop, "sandra@example.ch", "support");
  finance = await atDesk(shop, "fredi@example.ch", "finance");
  admin = await atDesk(shop, "anna@example.ch", "admin");
});
afterAll(() => shop.stop());

const run = (...words: readonly string[]) => kasse(words, settingsOf(shop));
/** Returns the entries about a subject, newest first, except those about reading the log. */
const about = async (text: string) =>
  (await admin.call("audit", { query: { about: text } })).body.lines.filter(
    ({ action }) => action !== "desk audit show",
  );
/** Returns actions and outcomes about an order, oldest first, except views. */
const acts = async (number: string) =>
  (await about(number))
    .toReversed()
    .filter(({ action }) => action !== "desk orders show")
    .map(({ action, outcome }) => [action, outcome]);
const refused = (failure: string, hindrance: string | null = null) => ({ kind: "refused", failure, hindrance });

describe("the audit log contains the outcome of each action", () => {
  test("done, waiting for a second person, or rejected, with the rule", async () => {
    const number = await sales.paid("large@example.ch", "PREPAID20");
    const { version: seen } = (await support.call("order", { params: { number } })).body;
    await support.act(number, { act: "refund", reason: "wrong tariff" });
    await support.call("act", { params: { number }, body: { act: "mail", reason: "asked for it", seen } });
    await support.act(number, { act: "confirmRefund", reason: "by myself" });
    await admin.act(number, { act: "rejectRefund", reason: "not yet" });
    await admin.act(number, { act: "refund", reason: "wrong after all" });
    await admin.act(number, { act: "confirmRefund", reason: "my own one" });
    await finance.act(number, { act: "confirmRefund", reason: "checked" });
    expect(await acts(number)).toEqual([
      ["desk orders refund", { kind: "asked" }],
      ["desk orders mail", refused("changed")],
      ["desk refused act", refused("forbidden")],
      ["desk orders rejectRefund", { kind: "done" }],
      ["desk orders refund", { kind: "asked" }],
      ["desk orders confirmRefund", refused("hindered", "ownRequest")],
      ["desk orders confirmRefund", { kind: "done" }],
    ]);
    const { out } = await run("audit", "show", "--about", number);
    expect(out).toMatch(/^line +at +who +what +about +outcome +reason$/m);
    expect(out).toMatch(
      new RegExp(`desk orders confirmRefund +${number} +refused: hindered \\(ownRequest\\) +my own one`),
    );
    expect(out).toMatch(new RegExp(`desk orders confirmRefund +${number} +done +checked`));
  });

  test("none for a successful view, but one for a view of a missing order", async () => {
    const { number } = await sales.order("looked@example.ch");
    await support.call("order", { params: { number } });
    await support.call("order", { params: { number: "K999999" } });
    expect((await about(number))[0]).toMatchObject({ action: "desk orders show", outcome: null });
    expect((await about("K999999"))[0]).toMatchObject({ action: "desk orders show", outcome: refused("notFound") });
  });

  test("an interrupted action has its entry, and no outcome", async () => {
    const { number } = await sales.held("breaks@example.ch");
    const { version: seen } = (await support.call("order", { params: { number } })).body;
    const act = () =>
      support.call("act", { params: { number }, body: { act: "cancel", reason: "asked for it", seen } });
    await shop.database.pool.query("alter table order_actions rename to order_actions_away");
    expect((await act()).status).toBe(500);
    await shop.database.pool.query("alter table order_actions_away rename to order_actions");
    expect(await acts(number)).toEqual([["desk orders cancel", { kind: "failed" }]]);
    // A process that dies in the middle writes no outcome.
    await shop.database.pool.query(`
      create function refuse_outcomes() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$;
      create trigger refuse_outcomes before insert on audit_log for each row when (new.action = 'outcome') execute function refuse_outcomes()`);
    expect((await act()).status).toBe(200);
    await shop.database.pool.query("drop trigger refuse_outcomes on audit_log; drop function refuse_outcomes");
    expect((await acts(number)).at(-1)).toEqual(["desk orders cancel", null]);
  });

  test("also of commands", async () => {
    const { number } = await sales.order("commands@example.ch");
    expect((await run("orders", "refund", number, "--reason", "nothing was paid")).code).toBe(1);
    expect((await run("orders", "resend", number)).code).toBe(0);
    expect(await acts(number)).toEqual([
      ["orders refund", { kind: "failed" }],
      ["orders resend", { kind: "done" }],
    ]);
  });

  test("in entries of the chain, each listed with the entry it refers to", async () => {
    expect((await run("audit", "verify")).code).toBe(0);
    const { lines } = (await admin.call("audit", { query: { about: "" } })).body;
    expect(lines.map(({ action }) => action)).not.toContain("outcome");
    const { rows } = await shop.database.pool.query<{ subject: string }>(
      "select subject from audit_log where action = 'outcome'",
    );
    expect(new Set(rows.map(({ subject }) => subject)).size).toBe(rows.length);
    const json = JSON.parse((await run("audit", "show", "--json")).out) as {
      line: string;
      outcome: { line: string };
    }[];
    const [outcome] = json.flatMap((each) => (each.outcome ? [each.outcome.line] : []));
    expect((await run("audit", "verify", "--head", `${json[0]?.line},${outcome}`)).code).toBe(0);
  });
});

describe("an entry about a person of the desk", () => {
  test("names the person as the log does, and is found by their e-mail", async () => {
    await admin.call("invite", { body: { email: "Carla@Example.ch", name: "Carla", roles: ["support"] } });
    const { people } = (await admin.call("people")).body;
    const id = people.find(({ email }) => email === "carla@example.ch")?.id ?? "";
    await admin.call("changePerson", { params: { id }, body: { what: "roles", roles: ["support", "finance"] } });
    await admin.call("changePerson", { params: { id }, body: { what: "disable" } });
    const nobody = "00000000-0000-4000-8000-000000000000";
    expect((await admin.call("changePerson", { params: { id: nobody }, body: { what: "disable" } })).status).toBe(404);
    expect((await about("carla@example.ch")).map(({ action, reason, outcome }) => [action, reason, outcome])).toEqual([
      ["desk people disable", "carla@example.ch", { kind: "done" }],
      ["desk people roles", "carla@example.ch: support, finance", { kind: "done" }],
      ["desk people invite", "carla@example.ch: support", { kind: "done" }],
    ]);
    expect((await about(nobody))[0]).toMatchObject({ reason: nobody, outcome: refused("notFound") });
  });
});
