import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { wideLimits } from "../support/wide-limits.ts";
import { atDesk, startShopWithDesk } from "../support/desk.ts";
import { DESK_PASSWORD, DeskBrowser } from "../support/desk-browser.ts";
import type { Shop } from "../support/shop.ts";

let shop: Shop;
let time = new Date("2026-11-24T08:00:00Z");
const START = time;
const events: Record<string, unknown>[] = [];
beforeAll(async () => {
  shop = await startShopWithDesk({
    now: () => time,
    onLog: (line) => void events.push(JSON.parse(line) as Record<string, unknown>),
    env: { LOG_LEVEL: "info" },
  });
});
afterAll(() => shop.stop());

const NEW_PASSWORD = "Tannenzapfen-Schalter-99";
let count = 0;
let email: string;
let anna: DeskBrowser;
let other: DeskBrowser;
beforeEach(async () => {
  time = START;
  email = `own${(count += 1)}@example.ch`;
  anna = await atDesk(shop, email, "support");
  other = new DeskBrowser(shop);
  time = new Date(START.getTime() + 60_000);
  await other.call("login", {
    body: { email, password: DESK_PASSWORD },
    headers: { "user-agent": "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0" },
  });
});
const status = async (of: DeskBrowser) => (await of.call("me")).status;
const change = (password: string, newPassword: string, as = anna) =>
  as.call("changePassword", { body: { password, newPassword } });
const logInAgain = async (password: string) =>
  (await new DeskBrowser(shop).call("login", { body: { email, password } })).status;

describe("a person's own logins", () => {
  test("are listed with device, start and last use, and can be ended individually", async () => {
    const { logins } = (await anna.call("logins")).body;
    expect(logins).toEqual([
      {
        id: expect.any(String),
        device: "Firefox, Windows",
        since: time.toISOString(),
        lastUsed: time.toISOString(),
        current: false,
      },
      { id: expect.any(String), device: null, since: START.toISOString(), lastUsed: time.toISOString(), current: true },
    ]);
    const end = (id: string, as = anna) => as.call("endLogin", { params: { id }, body: {} });
    const berta = await atDesk(shop, `other.${email}`, "support");
    const mine = logins[0]?.id ?? "";
    for (const refused of [await end(mine, berta), await end("no id"), await end(crypto.randomUUID())])
      expect([refused.status, refused.body.failure]).toEqual([404, "notFound"]);
    expect((await end(mine)).body.logins.map(({ current }) => current)).toEqual([true]);
    expect([await status(anna), await status(other)]).toEqual([200, 401]);
    expect(events.findLast(({ security }) => security === "session.ended")).toMatchObject({ by: "desk", count: 1 });
  });

  test("all others end at once", async () => {
    expect((await anna.call("endOtherLogins", { body: {} })).body.logins).toHaveLength(1);
    expect([await status(anna), await status(other)]).toEqual([200, 401]);
  });
});

describe("a new password of a person", () => {
  test("is the same on every keyboard", async () => {
    const umlauts = "Gärten-öffnen-Schalter";
    expect((await change(DESK_PASSWORD, umlauts.normalize("NFC"))).status).toBe(200);
    expect(await logInAgain(umlauts.normalize("NFD"))).toBe(200);
    const same = await change(umlauts.normalize("NFC"), umlauts.normalize("NFD"));
    expect(same.body).toMatchObject({ failure: "passwordWeak" });
  });

  test("needs the current one, and ends the other logins", async () => {
    const wrong = await change("falsch", NEW_PASSWORD);
    expect([wrong.status, wrong.body]).toEqual([422, { failure: "passwordWrong" }]);
    expect(await status(other)).toBe(200);
    expect((await change(DESK_PASSWORD, NEW_PASSWORD)).status).toBe(200);
    expect([await status(anna), await status(other)]).toEqual([200, 401]);
    expect([await logInAgain(DESK_PASSWORD), await logInAgain(NEW_PASSWORD)]).toEqual([401, 200]);
    expect(events.some(({ security }) => security === "password.changed")).toBe(true);
    const { rows } = await shop.database.pool.query<{ action: string }>(
      "select action from audit_log where actor = $1 order by seq",
      [email],
    );
    expect(rows.map(({ action }) => action)).toContain("desk password change");
  });

  test.each([
    ["passwort12", "Dieses Passwort ist zu bekannt. Wählen Sie eines, das schwer zu erraten ist."],
    ["kurz", "Das Passwort braucht mindestens 10 Zeichen."],
    [DESK_PASSWORD, "Das ist Ihr jetziges Passwort. Wählen Sie ein anderes."],
  ])("is rejected with a message if it is %s", async (weak, mistake) => {
    const reply = await change(DESK_PASSWORD, weak);
    expect([reply.status, reply.body]).toEqual([422, { failure: "passwordWeak", mistake }]);
    expect(await logInAgain(DESK_PASSWORD)).toBe(200);
  });

  test("does not replace one that an admin has reset meanwhile", async () => {
    await shop.database.pool.query("update desk_people set password_hash = null where email = $1", [email]);
    expect((await change(DESK_PASSWORD, NEW_PASSWORD)).body.failure).toBe("passwordWrong");
  });

  test("cannot be found by guessing: attempts count like those of a login", async () => {
    const narrow = await startShopWithDesk({ env: { ...wideLimits({ deskLoginsPerPerson: 3 }) } });
    const berta = await atDesk(narrow, "berta@example.ch", "support");
    const tries = [];
    for (let tried = 0; tried < 5; tried += 1) tries.push((await change(`falsch${tried}`, NEW_PASSWORD, berta)).status);
    expect(tries).toEqual([422, 422, 422, 429, 429]);
    await narrow.stop();
  });
});
