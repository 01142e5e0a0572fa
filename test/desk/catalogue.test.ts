import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FAILURE_ATTRIBUTE } from "#contract/desk/preview.ts";
import type { Draft } from "#contract/desk/publishing-answers.ts";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import { DESK_PASSWORD, type DeskBrowser } from "../support/desk-browser.ts";
import { loadBundle } from "#server/pages/assets.ts";
import type { Shop } from "../support/shop.ts";

let time = new Date();
let shop: Shop;
let carla: DeskBrowser;
let chief: DeskBrowser;
let support: DeskBrowser;
beforeAll(async () => {
  shop = await startShopWithDesk({ now: () => time });
  carla = await atDesk(shop, "carla@example.ch", "catalogue");
  chief = await atDesk(shop, "chief@example.ch", "admin");
  support = await atDesk(shop, "sandra@example.ch", "support");
});
afterAll(() => shop.stop());

const MOBILE = "mobile-tariffs.json";
type Tariff = { code: string; name: string; prices: { price: number; oldPrice?: number | null }[] };

const onSale = async () => (await carla.call("published", { params: { kind: "catalogue" } })).body.onSale?.version ?? 0;
/** Starts a draft of the live catalogue. */
const begin = async (name = "Winter"): Promise<Draft> =>
  (await carla.call("newDraft", { params: { kind: "catalogue" }, body: { version: await onSale(), name } })).body;

/** Saves a draft with one tariff changed. */
async function change(draft: Draft, code: string, edit: (tariff: Tariff) => void) {
  const content = structuredClone(draft.content[MOBILE]) as { mobileTariffs: Tariff[] };
  const tariff = content.mobileTariffs.find((each) => each.code === code);
  if (tariff) edit(tariff);
  return carla.call("saveDraft", {
    params: { kind: "catalogue", id: draft.id },
    body: { revision: draft.revision, file: MOBILE, content },
  });
}
async function smart60(): Promise<number | undefined> {
  const answer = await shop.shopper().choose({ type: "Tariff", tariff: "SMART60" });
  return answer.billing as unknown as number;
}
/** Submits a draft with another price of SMART 60. */
async function submitted(price: number, from: string | null) {
  const saved = await change(await begin(), "SMART60", ({ prices: [first] }) => first && (first.price = price));
  const { id, revision } = saved.body;
  const reason = "new prices of the season";
  const answer = await carla.call("submitDraft", {
    params: { kind: "catalogue", id },
    body: { revision, from, reason },
  });
  return answer.body.requests.at(-1)?.id ?? "";
}
/** Returns the live version with which the page compares a request. */
async function comparedWith(id: string): Promise<number> {
  const { requests } = (await carla.call("published", { params: { kind: "catalogue" } })).body;
  const request = requests.find((each) => each.id === id);
  const { body } = await carla.call("publishedChanges", {
    params: { kind: "catalogue", version: String(request?.version ?? 1) },
    query: request?.from ? { at: request.from } : {},
  });
  return body.against;
}
const decide = async (browser: DeskBrowser, id: string, confirm: boolean, against?: number) =>
  browser.call("decideActivation", {
    params: { kind: "catalogue", id },
    body: { confirm, against: against ?? (await comparedWith(id)), reason: "seen and compared" },
  });

describe("a draft", () => {
  test("starts from the live version, is checked on every save, and lists its changes in money", async () => {
    const draft = await begin();
    expect(draft.changes).toMatchObject({ money: [], entries: [] });
    const wrong = await change(draft, "SMART60", (tariff) => {
      tariff.name = "";
      if (tariff.prices[0]) tariff.prices[0].price = 39.999;
    });
    expect(wrong.body.problems.map(({ path, kind, entry }) => [path.join("."), kind, entry])).toEqual([
      ["mobileTariffs.1.name", "emptyText", "SMART60"],
      ["mobileTariffs.1.prices.0.price", "decimals", "SMART60"],
    ]);
    expect(wrong.body.changes).toBeNull();
    const right = await change({ ...draft, revision: 2 }, "SMART60", ({ prices: [first] }) => {
      if (first) first.price += 2;
    });
    expect(right.body.problems).toEqual([]);
    const was = (draft.content[MOBILE] as { mobileTariffs: Tariff[] }).mobileTariffs[1]?.prices[0]?.price ?? 0;
    expect(right.body.changes?.money).toContainEqual({
      code: "SMART60",
      name: "SMART 60",
      term: 24,
      amount: "price",
      old: was,
      new: was + 2,
      from: null,
    });
    expect(await onSale()).toBe(draft.baseVersion);
  });

  test("edited by two people at once: the second save is rejected with the name of the first person", async () => {
    const draft = await begin("Both");
    const both = await Promise.all([
      change(draft, "SMART30", (tariff) => (tariff.name = "SMART 30 A")),
      change(draft, "SMART30", (tariff) => (tariff.name = "SMART 30 B")),
    ]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    const late = both.find(({ status }) => status === 409);
    expect(late?.body).toMatchObject({ failure: "changed", by: { actor: "carla@example.ch" } });
    expect((await carla.call("draft", { params: { kind: "catalogue", id: draft.id } })).body.revision).toBe(2);
    expect(
      (await carla.call("discardDraft", { params: { kind: "catalogue", id: draft.id }, body: { revision: 2 } })).status,
    ).toBe(200);
    expect((await carla.call("draft", { params: { kind: "catalogue", id: draft.id } })).status).toBe(404);
    expect((await change({ ...draft, revision: 3 }, "SMART30", () => undefined)).body.failure).toBe("alreadyDone");
  });

  test("is read by everyone, and written by people with the permit", async () => {
    const draft = await begin("Read only");
    expect((await support.call("draft", { params: { kind: "catalogue", id: draft.id } })).status).toBe(200);
    for (const refused of [
      await support.call("newDraft", {
        params: { kind: "catalogue" },
        body: { version: draft.baseVersion, name: "Mine" },
      }),
      await support.call("saveDraft", {
        params: { kind: "catalogue", id: draft.id },
        body: { revision: 1, file: MOBILE, content: {} },
      }),
      await support.call("rollback", { params: { kind: "catalogue" }, body: { version: 1, reason: "because I can" } }),
      await support.call("changeStock", {
        params: { article: "AARE5" },
        body: { kind: "received", pieces: 3, reason: "delivery 1" },
      }),
    ])
      expect([refused.status, refused.body.failure]).toEqual([403, "forbidden"]);
    expect(
      (await carla.call("newDraft", { params: { kind: "catalogue" }, body: { version: 4711, name: "None" } })).status,
    ).toBe(404);
    const unknown = await carla.call("saveDraft", {
      params: { kind: "catalogue", id: draft.id },
      body: { revision: 1, file: "brand.json", content: {} },
    });
    expect(unknown.status).toBe(404);
  });
});

describe("a version that goes live", () => {
  test("is confirmed by a second person, applies to new orders at once, and can be rolled back", async () => {
    const before = await smart60();
    const version = await onSale();
    const id = await submitted(44.9, null);
    expect((await decide(carla, id, true)).body.failure).toBe("ownRequest");
    expect(await smart60()).toBe(before);
    const confirmed = await decide(chief, id, true);
    expect([confirmed.status, confirmed.body.onSale?.by, confirmed.body.before]).toEqual([
      200,
      "chief@example.ch",
      version,
    ]);
    expect(await smart60()).toBe(44.9);
    const late = await decide(carla, id, false);
    expect(late.body).toEqual({ failure: "alreadyDone", by: { actor: "chief@example.ch", at: expect.any(String) } });
    const reason = "was a mistake after all";
    expect(
      (await chief.call("rollback", { params: { kind: "catalogue" }, body: { version: 99, reason } })).body.failure,
    ).toBe("changed");
    expect(
      (await chief.call("rollback", { params: { kind: "catalogue" }, body: { version, reason: "no" } })).body.failure,
    ).toBe("reasonNeeded");
    expect(
      (await chief.call("rollback", { params: { kind: "catalogue" }, body: { version, reason } })).body.onSale?.version,
    ).toBe(version);
    expect(await smart60()).toBe(before);
    // A discarded version comes back only through a second person.
    const given = (await chief.call("published", { params: { kind: "catalogue" } })).body;
    expect(given.before).toBeNull();
    const again = { params: { kind: "catalogue" }, body: { version: given.past[0]?.version ?? 0, reason } };
    expect((await chief.call("rollback", again)).body.failure).toBe("changed");
    expect(await smart60()).toBe(before);
  });

  test("is compared again when another version has gone live since", async () => {
    const [one, other] = [await submitted(43.9, null), await submitted(42.9, null)];
    const seen = await comparedWith(other);
    expect((await decide(chief, one, true)).status).toBe(200);
    expect((await decide(chief, other, true, seen)).body.failure).toBe("changed");
    expect(await smart60()).toBe(43.9);
    expect((await decide(chief, other, false, seen)).status).toBe(200);
  });

  test("is withdrawn by the person who submitted it, which a later confirmation reports", async () => {
    const before = await smart60();
    const id = await submitted(41.9, null);
    expect((await decide(carla, id, false)).body.requests).toEqual([]);
    expect((await decide(chief, id, true)).body).toMatchObject({
      failure: "alreadyDone",
      by: { actor: "carla@example.ch" },
    });
    expect(await smart60()).toBe(before);
  });

  test("lists the prices that start or end later, in any order of the request", async () => {
    const draft = await begin("Small corrections");
    const saved = await change(draft, "SMART60", ({ prices: [first] }) => {
      if (first) Object.assign(first, { periods: [{ from: "2031-12-05", until: "2031-12-31", price: 0.01 }] });
    });
    const was = await smart60();
    const { money = [] } = saved.body.changes ?? {};
    expect(money).toContainEqual(
      expect.objectContaining({
        code: "SMART60",
        amount: "price",
        old: was,
        new: 0.01,
        from: "2031-12-04T23:00:00.000Z",
      }),
    );
    expect(money.filter(({ from }) => from === null)).toEqual([]);
  });

  test("contains no text that the database cannot store", async () => {
    const draft = await begin("Strange");
    let deep: unknown = 1;
    for (let level = 0; level < 500; level += 1) deep = [deep];
    for (const name of ["a\0b", "\ud800", deep as string]) {
      const saved = await change(draft, "SMART60", (tariff) => (tariff.name = name));
      expect([saved.status, saved.body.failure]).toEqual([400, "unreadable"]);
    }
  });

  test("starts at its time, and can be cancelled before", async () => {
    const before = await smart60();
    const tomorrow = new Date(time.getTime() + 24 * 3600_000).toISOString();
    const [one, other] = [await submitted(45.9, tomorrow), await submitted(46.9, tomorrow)];
    await decide(chief, one, true);
    const planned = (await decide(chief, other, true)).body.planned;
    expect(planned.map(({ from }) => from)).toEqual([tomorrow, tomorrow]);
    const cancel = (activation: number | undefined) =>
      chief.call("cancelActivation", {
        params: { kind: "catalogue", id: String(activation) },
        body: { reason: "later, after all" },
      });
    expect((await cancel(planned.at(-1)?.id)).body.planned).toHaveLength(1);
    expect((await cancel(planned.at(-1)?.id)).body.failure).toBe("alreadyDone");
    expect((await cancel(4711)).status).toBe(404);
    expect(await smart60()).toBe(before);
    time = new Date(time.getTime() + 25 * 3600_000);
    carla = await relogged(carla, "carla@example.ch");
    chief = await relogged(chief, "chief@example.ch");
    expect(await smart60()).toBe(45.9);
    expect((await cancel(planned[0]?.id)).body.failure).toBe("alreadyDone");
  });

  test("is rejected with mistakes, without a change, for a past time, and by another person", async () => {
    const empty = await begin("Nothing");
    const submit = (draft: Draft, from: string | null) =>
      carla.call("submitDraft", {
        params: { kind: "catalogue", id: draft.id },
        body: { revision: draft.revision, from, reason: "try it out" },
      });
    expect((await submit(empty, null)).body.failure).toBe("notReady");
    expect((await submit(empty, "2020-01-01T00:00:00Z")).body.failure).toBe("timePassed");
    const wrong = await change(empty, "SMART60", (tariff) => (tariff.name = ""));
    expect((await submit(wrong.body, null)).body.failure).toBe("notReady");
    const price = await smart60();
    const id = await submitted(47.9, null);
    expect((await decide(chief, id, false)).body.requests).toEqual([]);
    expect(await smart60()).toBe(price);
  });

  test("cannot be confirmed in the database by the person who requested it, and every step is an entry", async () => {
    const id = await submitted(48.9, null);
    const confirm =
      "update desk_activation_requests set decided_by = 'x', decided_by_id = asked_by_id, decided_at = now(), confirmed = true where id = $1";
    await expect(shop.database.pool.query(confirm, [id])).rejects.toThrow("violates check constraint");
    await decide(chief, id, false);
    const { rows } = await shop.database.pool.query<{ line: string }>(
      "select actor || ': ' || action as line from audit_log where action like 'desk catalogue%' order by seq desc limit 3",
    );
    expect(rows.map(({ line }) => line)).toEqual([
      "chief@example.ch: desk catalogue reject",
      "carla@example.ch: desk catalogue submit",
      "chief@example.ch: desk catalogue reject",
    ]);
  });

  test("compares a version with the live one at a time", async () => {
    const version = String(await onSale());
    const { body } = await carla.call("publishedChanges", {
      params: { kind: "catalogue", version },
      query: { at: time.toISOString() },
    });
    expect(body).toMatchObject({ against: Number(version), money: [], entries: [] });
    expect((await carla.call("publishedChanges", { params: { kind: "catalogue", version: "x" } })).status).toBe(404);
    const { body: shown } = await carla.call("publishedVersion", { params: { kind: "catalogue", version } });
    expect(Object.keys(shown.content)).toContain("extras.json");
  });
});

test("stock is received, counted and corrected with a reason, and its ledger contains the person", async () => {
  const article = { params: { article: "AARE5" } };
  const before = (await carla.call("stockLedger", article)).body.article.onHand;
  const received = await carla.call("changeStock", {
    ...article,
    body: { kind: "received", pieces: 20, reason: "delivery 4711" },
  });
  expect(received.body.article.onHand).toBe(before + 20);
  // The delivery arrived after this person had opened the count.
  const late = await carla.call("changeStock", {
    ...article,
    body: { kind: "counted", pieces: 3, reason: "stocktaking", seen: before },
  });
  expect([late.status, late.body.failure, late.body.onHand]).toEqual([409, "changed", before + 20]);
  expect((await carla.call("stockLedger", article)).body.article.onHand).toBe(before + 20);
  const counted = await carla.call("changeStock", {
    ...article,
    body: { kind: "counted", pieces: 3, reason: "stocktaking", seen: before + 20 },
  });
  expect(counted.body.movements[0]).toMatchObject({
    kind: "counted",
    pieces: 3 - before - 20,
    level: 3,
    by: "carla@example.ch",
    reason: "stocktaking",
  });
  expect((await carla.call("stock")).body.articles).toContainEqual(
    expect.objectContaining({ article: "AARE5", name: "Aare 5", onHand: 3 }),
  );
  const correct = (pieces: number) =>
    carla.call("changeStock", { ...article, body: { kind: "corrected", pieces, reason: "one is broken" } });
  expect((await correct(-1)).body.movements[0]).toMatchObject({ kind: "corrected", pieces: -1, level: 2 });
  expect((await correct(2)).body.article.onHand).toBe(4);
  expect((await correct(-5)).body.failure).toBe("piecesMissing");
  expect((await correct(0)).body.failure).toBe("unreadable");
  expect((await carla.call("stock")).body.articles).toContainEqual(
    expect.objectContaining({ article: "AARE5", onHand: 4 }),
  );
  const none = { params: { article: "NONE" }, body: { kind: "received", pieces: 1, reason: "delivery" } } as const;
  expect((await carla.call("changeStock", none)).status).toBe(404);
});

/** Logs in again as a person whose previous login has ended. */
async function relogged(browser: DeskBrowser, email: string): Promise<DeskBrowser> {
  await browser.call("login", { body: { email, password: DESK_PASSWORD } });
  return browser;
}

/** Returns the failure in a page of the preview; null for a page of the shop. */
const failureOf = (html: string) => new RegExp(`<html[^>]* ${FAILURE_ATTRIBUTE}="(\\w+)"`).exec(html)?.[1] ?? null;

describe("a preview", () => {
  let own: Shop;
  let editor: DeskBrowser;
  beforeAll(async () => {
    own = await startShopWithDesk({ bundle: await loadBundle() });
    editor = await atDesk(own, "preview@example.ch", "catalogue");
  });
  afterAll(() => own.stop());
  const look = (path: string, browser: DeskBrowser | null = editor) =>
    fetch(`${own.kasse.managementAddress}/desk/preview/catalogue/${path}`, {
      headers: { cookie: browser?.cookie ?? "" },
      redirect: "manual",
    });

  test.each([
    "+120000-01-01T00:00:00Z",
    "-200000-01-01T00:00:00Z",
    "2027-02-30T00:00:00Z",
    "2027",
    "0001-01-01T00:00:00Z",
  ])("at %s is not found: the time does not exist", async (at) =>
    expect((await look(`onsale/${at}/`)).status).toBe(404),
  );

  test("is the shop's own page with the prices of a draft, at a time, in a language; it runs no scripts and sends nothing", async () => {
    const { body: draft } = await editor.call("newDraft", {
      params: { kind: "catalogue" },
      body: { version: 1, name: "Preview" },
    });
    const content = structuredClone(draft.content[MOBILE]) as { mobileTariffs: Tariff[] };
    const [first] = content.mobileTariffs[1]?.prices ?? [];
    Object.assign(first ?? {}, {
      price: 61.35,
      periods: [{ from: "2027-03-01", until: "2027-03-31", price: 11.15 }],
    });
    await editor.call("saveDraft", {
      params: { kind: "catalogue", id: draft.id },
      body: { revision: 1, file: MOBILE, content },
    });
    const now = await look(`draft-${draft.id}/now/mobile/SMART60`);
    const html = await now.text();
    expect([now.status, html.includes("61.35"), html.includes("11.15")]).toEqual([200, true, false]);
    expect(html).not.toContain("<script");
    expect(now.headers.get("content-security-policy")).toMatch(
      /default-src 'none'.*form-action 'none'.*frame-ancestors 'self'/,
    );
    const later = await (await look(`draft-${draft.id}/2027-03-15T12%3A00%3A00Z/fr/mobile/SMART60`)).text();
    expect([later.includes("11.15"), later.includes('lang="fr-CH"')]).toEqual([true, true]);
    const onSale = await (await look("onsale/now/")).text();
    expect(onSale).not.toContain("61.35");
    const links = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link]) => link ?? "");
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(link).toMatch(/^\/desk\/preview\//);
    for (const style of html.matchAll(/url\(["']?([^)"']+)/g))
      expect(
        (await fetch(`${own.kasse.managementAddress}${style[1]}`, { headers: { cookie: editor.cookie ?? "" } })).status,
      ).toBe(200);
  });

  test("requires a login and an existing version, and never shows the checkout", async () => {
    const unknown = await look("version-1/now/", null);
    expect([unknown.status, failureOf(await unknown.text())]).toEqual([401, "loginNeeded"]);
    for (const [path, failure] of [
      ["version-99/now/", "notFound"],
      ["draft-x/now/", "notFound"],
      ["version-1/yesterday/", "notFound"],
      ["version-1/now/checkout/1", "notPreviewed"],
      ["version-1/now/fr/checkout/6", "notPreviewed"],
      ["version-1/now/assets/..%2f..%2fpackage.json", "notFound"],
    ] as const) {
      const answer = await look(path);
      expect([path, answer.status, failureOf(await answer.text())]).toEqual([path, 404, failure]);
      expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'self'/);
    }
  });

  test("is refused without the permit, with an entry in the log", async () => {
    const none = await atDesk(own, "no-role@example.ch", "catalogue");
    const { pool } = own.database;
    // Every role has the permit, and every person has a role.
    await pool.query("alter table desk_people drop constraint desk_people_roles_check");
    await pool.query("update desk_people set roles = '{}' where email = 'no-role@example.ch'");
    expect((await look("version-1/now/", none)).status).toBe(403);
    const { rows } = await pool.query("select actor, reason from audit_log where action = 'desk refused preview'");
    expect(rows).toEqual([{ actor: "no-role@example.ch", reason: "seeCatalogue" }]);
  });
});
