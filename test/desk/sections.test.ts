import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DESK_API } from "#contract/desk/paths.ts";
import type { SentDeskBody } from "#contract/desk/calls.ts";
import { atDesk } from "../support/desk.ts";
import { DeskBrowser } from "../support/desk-browser.ts";
import { kites, KITES_TABLE } from "../support/kites.ts";
import { withSections } from "../support/section-desk.ts";
import { eventually, startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let carla: DeskBrowser;
let carlo: DeskBrowser;
let sandra: DeskBrowser;
let admin: DeskBrowser;
const ran: (readonly [string, string | null])[] = [];
beforeAll(async () => {
  const plain = await startShop();
  const page = kites(plain.kasse.services.db, ran);
  const hidden = { ...page, permit: "managePeople" as const };
  shop = await withSections(
    plain,
    new Map([
      ["kites", page],
      ["hidden", hidden],
    ]),
  );
  await shop.database.pool.query(KITES_TABLE);
  carla = await atDesk(shop, "carla@example.ch", "catalogue");
  carlo = await atDesk(shop, "carlo@example.ch", "catalogue");
  sandra = await atDesk(shop, "sandra@example.ch", "support");
  admin = await atDesk(shop, "anna@example.ch", "admin");
});
afterAll(() => shop.stop());
beforeEach(async () => {
  ran.length = 0;
  await shop.database.pool.query("delete from kites; delete from desk_section_requests");
  await put("Adler", 2050);
});

const put = (name: string, price: number | null = null) =>
  shop.database.pool.query("insert into kites (name, price, length) values ($1, $2, 3)", [name, price]);
const pricesOf = async () =>
  (
    await shop.database.pool.query<{ name: string; price: number | null }>(
      "select name, price from kites order by name",
    )
  ).rows;
const params = { section: "kites" };
const reason = "wanted by the shop";
type Entered = SentDeskBody<"sectionAct">["entered"];
const act = (as: DeskBrowser, name: string, entered: Entered = {}, row: string | null = null, headers = {}) =>
  as.call("sectionAct", { params: { ...params, act: name }, body: { row, entered, reason }, headers });
const decide = (as: DeskBrowser, id: string, confirm: boolean) =>
  as.call("decideSectionRequest", { params: { ...params, id }, body: { confirm, reason } });
const shown = async (as: DeskBrowser) => (await as.call("section", { params })).body;
/** Asks for another price of the eagle. Returns the id of the request. */
async function asked(as: DeskBrowser, price = 5): Promise<string> {
  expect((await act(as, "sell", { price }, "Adler")).body).toEqual({ done: "asked" });
  return (await shown(carlo)).requests.at(-1)?.id ?? "";
}
/** The newest entries of the audit log about pages of extensions, newest first. */
const audited = async (count: number) =>
  (await admin.call("audit", { query: {} })).body.lines
    .filter(({ action }) => action.startsWith("desk sections"))
    .slice(0, count)
    .map(({ action, actor, reason: because, outcome }) => [action, actor, because, outcome?.kind ?? null]);

describe("a page of an extension", () => {
  test("is in the navigation of those with its permit, in their language", async () => {
    const of = async (as: DeskBrowser, headers = {}) => (await as.call("sections", { headers })).body.sections;
    expect(await of(sandra)).toEqual([{ name: "kites", title: "Drachen", waiting: 0 }]);
    expect((await of(admin, { locale: "en" })).map(({ name, title }) => [name, title])).toEqual([
      ["kites", "Kites"],
      ["hidden", "Kites"],
    ]);
    expect((await new DeskBrowser(shop).call("sections")).status).toBe(401);
  });

  test("shows words, columns, rows in CHF, and the acts that the person may do", async () => {
    const { flown, ...cells } = (await shown(carla)).rows[0]?.cells ?? {};
    expect(cells).toEqual({ name: "Adler", price: 20.5, length: 3, state: "oben" });
    expect(flown).toMatch(/^\d{4}-\d\d-\d\dT/);
    const page = await shown(carla);
    expect(page.acts.map(({ name, of, danger, second }) => [name, of, danger, second])).toEqual([
      ["fly", "page", false, false],
      ["land", "row", true, false],
      ["sell", "row", false, true],
    ]);
    expect(page.acts[0]?.fields[4]).toEqual({
      name: "wind",
      kind: "choice",
      label: "Wind",
      hint: null,
      required: false,
      options: [{ value: "east", label: "Ost" }],
    });
    expect(page.rows[0]?.acts).toEqual(["land", "sell"]);
    const supported = await shown(sandra);
    expect([supported.acts, supported.rows[0]?.acts]).toEqual([[], []]);
  });

  test("is searched, and continues after its last row", async () => {
    for (let count = 10; count < 70; count += 1) await put(`Kleiner ${count}`);
    const first = (await sandra.call("section", { params, query: { text: "Kleiner" } })).body;
    expect([first.rows.length, first.next]).toEqual([50, "Kleiner 59"]);
    const query = { text: "Kleiner", after: first.next ?? "" };
    const second = (await sandra.call("section", { params, query })).body;
    expect([second.rows.map(({ id }) => id).at(0), second.rows.length, second.next]).toEqual(["Kleiner 60", 10, null]);
  });

  test("that does not exist, or needs another permit, is not shown, and the attempt is recorded", async () => {
    for (const section of ["dragons", "__proto__"])
      expect((await carla.call("section", { params: { section } })).status).toBe(404);
    expect((await carla.call("section", { params: { section: "hidden" } })).status).toBe(403);
    expect(await audited(1)).toEqual([["desk sections list", "carla@example.ch", "hidden", "refused"]]);
    const body = { row: null, entered: {}, reason };
    const acted = await carla.call("sectionAct", { params: { section: "hidden", act: "fly" }, body });
    expect(acted.status).toBe(403);
    expect((await admin.call("section", { params: { section: "hidden" } })).status).toBe(200);
  });
});

describe("an act", () => {
  test("is done at once, with amounts in Rappen, and recorded with its reason", async () => {
    const entered = { name: " Möwe ", price: 4.5, length: 7, day: "2026-12-24", wind: "east" };
    expect((await act(carla, "fly", entered)).body).toEqual({ done: "done" });
    expect(await pricesOf()).toEqual([
      { name: "Adler", price: 2050 },
      { name: "Möwe", price: 450 },
    ]);
    expect((await act(carla, "land", {}, "Möwe")).status).toBe(200);
    expect(await audited(2)).toEqual([
      ["desk sections act", "carla@example.ch", `kites land: ${reason}`, "done"],
      ["desk sections act", "carla@example.ch", `kites fly: ${reason}`, "done"],
    ]);
  });

  test("needs its permit, which the server checks, and an attempt without it is recorded", async () => {
    expect((await act(sandra, "land", {}, "Adler")).body.failure).toBe("forbidden");
    expect(await pricesOf()).toHaveLength(1);
    expect(await audited(1)).toEqual([["desk sections act", "sandra@example.ch", `kites land: ${reason}`, "refused"]]);
  });

  test("needs a reason, a row if it is about one, and a name that exists", async () => {
    const body = { row: "Adler", entered: {}, reason: "no" };
    const without = await carla.call("sectionAct", { params: { ...params, act: "land" }, body });
    expect([without.status, without.body.failure]).toEqual([422, "reasonNeeded"]);
    expect((await act(carla, "land")).status).toBe(404);
    expect((await act(carla, "fly", { name: "Möwe" }, "Adler")).status).toBe(404);
    expect((await act(carla, "constructor", {}, "Adler")).status).toBe(404);
    expect(await pricesOf()).toHaveLength(1);
  });

  test("has a message for each wrong field, in the language of the call", async () => {
    const entered = { price: 1.005, length: 1.5, day: "2026-02-30", wind: "toString", tail: "long" };
    const { status, body } = await act(carla, "fly", entered);
    expect([status, body.failure, body["fields"]]).toEqual([
      422,
      "fieldsWrong",
      {
        name: "Bitte füllen Sie dieses Feld aus.",
        price: "Geben Sie einen Betrag in Franken ein, Rappen nach einem Punkt.",
        length: "Geben Sie eine ganze Zahl ein.",
        day: "Dieses Datum gibt es nicht. Bitte prüfen Sie es.",
        wind: "Bitte wählen Sie etwas aus.",
        tail: "Dieses Feld gibt es nicht mehr.",
      },
    ]);
    const long = await act(carla, "fly", { name: "x".repeat(201), price: "viel" });
    expect(long.body["fields"]).toEqual({
      name: "Das ist zu lang. Bitte kürzen Sie den Text.",
      price: "Geben Sie einen Betrag in Franken ein, Rappen nach einem Punkt.",
    });
    const stone = await act(carla, "fly", { name: "Stein" }, null, { locale: "en" });
    expect(stone.body["fields"]).toEqual({ name: "Stones do not fly." });
  });

  test("that the extension refuses is rolled back, with its sentence", async () => {
    const { status, body } = await act(carla, "fly", { name: "Möwe", length: 0 });
    expect([status, body.failure, body["mistake"]]).toEqual([409, "actRefused", "Kein Wind."]);
    expect(await pricesOf()).toHaveLength(1);
    expect((await audited(1))[0]?.[3]).toBe("refused");
  });
});

describe("an act that needs a second person", () => {
  test("is tried and rolled back when it is asked for, and done when another person confirms it", async () => {
    const id = await asked(carla);
    expect(await pricesOf()).toEqual([{ name: "Adler", price: 2050 }]);
    expect((await audited(3)).map(([, , , outcome]) => outcome)).toContain("asked");
    const [request] = (await shown(carlo)).requests;
    expect(request).toMatchObject({
      title: "Preis ändern",
      row: "Adler",
      entered: [{ label: "Preis", kind: "amount", value: 5 }],
      reason,
      by: "carla@example.ch",
      asker: "other",
    });
    expect((await carlo.call("sections")).body.sections[0]?.waiting).toBe(1);
    expect((await decide(carlo, id, true)).status).toBe(200);
    expect(await pricesOf()).toEqual([{ name: "Adler", price: 2550 }]);
    expect(ran).toEqual([
      ["carla@example.ch", null],
      ["carla@example.ch", "carlo@example.ch"],
    ]);
    expect((await shown(carlo)).requests).toEqual([]);
    expect((await carlo.call("sections")).body.sections[0]?.waiting).toBe(0);
    expect((await audited(2)).at(-1)).toEqual([
      "desk sections confirm",
      "carlo@example.ch",
      `kites, request ${id}: ${reason}`,
      "done",
    ]);
  });

  test("cannot be asked for if it cannot be done", async () => {
    const { status, body } = await act(carla, "sell", { price: 5 }, "Falke");
    expect([status, body["mistake"]]).toEqual([409, "Diesen Drachen gibt es nicht."]);
    expect((await shown(carlo)).requests).toEqual([]);
  });

  test("cannot be confirmed by the person who asked, who can withdraw it", async () => {
    const id = await asked(carla);
    expect((await shown(carla)).requests[0]?.asker).toBe("own");
    expect((await decide(carla, id, true)).body.failure).toBe("ownRequest");
    expect((await decide(carla, id, false)).status).toBe(200);
    expect((await decide(carlo, id, true)).body.failure).toBe("alreadyDone");
    expect(await pricesOf()).toEqual([{ name: "Adler", price: 2050 }]);
  });

  test("cannot be confirmed by somebody who logged in otherwise, and may be the same person", async () => {
    const id = await asked(carla);
    await shop.database.pool.query(`
      with other as (insert into desk_people (issuer, subject, actor, email, name, roles)
        values ('https://login.example', 'carla', 'carla of the provider', 'carla@example.ch', 'Carla', '{admin}') returning id)
      update desk_section_requests set asked_by_id = (select id from other)`);
    expect((await shown(carlo)).requests[0]?.asker).toBe("unknown");
    expect((await decide(carlo, id, true)).body).toMatchObject({ failure: "hindered", hindrance: "askerUnknown" });
    expect((await decide(carlo, id, false)).status).toBe(200);
  });

  test("is not shown to people without its permit, who cannot decide on it", async () => {
    const id = await asked(carla);
    expect((await shown(sandra)).requests).toEqual([]);
    expect((await sandra.call("sections")).body.sections[0]?.waiting).toBe(0);
    for (const confirm of [true, false]) expect((await decide(sandra, id, confirm)).status).toBe(403);
    expect(await pricesOf()).toEqual([{ name: "Adler", price: 2050 }]);
  });

  test("is done once, however many confirm it at the same time, and the others read who did", async () => {
    const id = await asked(carla);
    // Another transaction holds the request until both confirmations have reached the database.
    const holder = await shop.database.pool.connect();
    await holder.query("begin");
    await holder.query("select 1 from desk_section_requests for update");
    const confirmed = Promise.all([carlo, admin].map((each) => decide(each, id, true)));
    await eventually("both wait for a lock", async () => {
      const { rows } = await shop.database.pool.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length === 2;
    });
    await holder.query("commit");
    holder.release();
    const replies = await confirmed;
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const late = replies.find(({ status }) => status === 409)?.body;
    expect(late).toMatchObject({
      failure: "alreadyDone",
      by: { actor: expect.stringMatching(/^(carlo|anna)@example\.ch$/) },
    });
    expect(await pricesOf()).toEqual([{ name: "Adler", price: 2550 }]);
  });

  test("stays open if it can no longer be done when it is confirmed", async () => {
    const id = await asked(carla);
    await act(carlo, "land", {}, "Adler");
    expect((await decide(carlo, id, true)).body["mistake"]).toBe("Diesen Drachen gibt es nicht.");
    expect((await shown(carlo)).requests).toHaveLength(1);
    await put("Adler", 1);
    expect((await decide(carlo, id, true)).status).toBe(200);
  });

  test("is checked again by the fields that it has when it is confirmed", async () => {
    const id = await asked(carla);
    await shop.database.pool.query(`update desk_section_requests set entered = '{"price": 5, "tail": "long"}'`);
    expect((await shown(carlo)).requests[0]?.entered).toContainEqual({ label: "tail", kind: "text", value: "long" });
    expect((await decide(carlo, id, true)).body["fields"]).toEqual({ tail: "Dieses Feld gibt es nicht mehr." });
  });

  test("of an extension that is off, or that no longer has it, is shown nowhere and decided by nobody", async () => {
    const id = await asked(carla);
    await shop.database.pool.query("update desk_section_requests set extension = 'dragons'");
    expect((await decide(carlo, id, true)).status).toBe(404);
    expect((await carlo.call("sections")).body.sections[0]?.waiting).toBe(0);
    await shop.database.pool.query("update desk_section_requests set extension = 'kites', act = 'burn'");
    expect([(await shown(carlo)).requests, (await decide(carlo, id, true)).status]).toEqual([[], 404]);
    expect((await decide(carlo, "no-id", true)).status).toBe(404);
  });
});

describe("the rows as a file", () => {
  const file = async (as: DeskBrowser, query = "") => {
    const address = `${shop.kasse.managementAddress}${DESK_API}/sections/kites/rows.csv${query}`;
    const reply = await fetch(address, { headers: { cookie: as.cookie ?? "" } });
    return { reply, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(await reply.arrayBuffer()) };
  };

  test("open in a Swiss Excel, and run no formula", async () => {
    await put("=1+1|cmd");
    await shop.database.pool.query("update kites set flown_at = '2026-11-28T08:05:00Z'");
    const { reply, text } = await file(sandra, "?locale=en");
    expect(text).toBe(
      [
        "\uFEFFname;price_chf;length;flown;state",
        "'=1+1|cmd;;3;2026-11-28 09:05;up",
        "Adler;20.50;3;2026-11-28 09:05;up",
        "",
      ].join("\r\n"),
    );
    expect(reply.headers.get("content-disposition")).toMatch(
      /^attachment; filename="kasse-kites-20\d\d-\d\d-\d\d\.csv"$/,
    );
    expect(await audited(1)).toEqual([["desk sections export", "sandra@example.ch", "kites", null]]);
  });

  test("are all rows of a search, of as many pages as there are", async () => {
    await shop.database.pool.query("insert into kites (name) select 'Kleiner ' || n from generate_series(1, 2100) n");
    expect((await file(sandra, "?text=Kleiner")).text.split("\r\n")).toHaveLength(2102);
  });

  test("are only for those who may see the page", async () => {
    expect((await file(new DeskBrowser(shop))).reply.status).toBe(401);
    const { status } = await carla.call("sectionCsv", { params: { section: "hidden" } });
    expect(status).toBe(403);
  });
});
