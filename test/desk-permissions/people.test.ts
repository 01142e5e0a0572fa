import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DESK_API } from "#contract/desk/paths.ts";
import type { DeskRole } from "#core/desk/roles.ts";
import { wideLimits } from "../support/wide-limits.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { atDesk, DESK_URL, invited, startShopWithDesk } from "../support/desk.ts";
import { DESK_PASSWORD, DeskBrowser } from "../support/desk-browser.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let time = new Date("2026-11-24T08:00:00Z");
const later = (minutes: number) => {
  time = new Date(time.getTime() + minutes * 60_000);
};
beforeAll(async () => {
  shop = await startShopWithDesk({ now: () => time });
  time = new Date();
});
afterAll(() => shop.stop());
const run = (...words: readonly string[]) => kasse(words, { ...settingsOf(shop), DESK_URL });
const lines = async () => {
  const { rows } = await shop.database.pool.query<{ actor: string; action: string }>(
    "select actor, action from audit_log where action <> 'outcome' order by seq",
  );
  return rows.map(({ actor, action }) => `${actor}: ${action}`);
};

describe("an invitation", () => {
  test("is a link to choose a password, which works once", async () => {
    const { code, out } = await run(
      "desk",
      "invite",
      "Anna@Example.ch",
      "--name",
      "Anna Amsler",
      "--role",
      "support,admin",
    );
    expect([code, out]).toEqual([0, expect.stringMatching(/^http:\/\/127\.0\.0\.1:9000\/desk\/invitation#[\w-]{32}$/)]);
    const secret = out.split("#")[1] ?? "";
    const anna = new DeskBrowser(shop);
    expect((await anna.call("invitation", { body: { secret } })).body).toEqual({
      name: "Anna Amsler",
      email: "anna@example.ch",
    });
    const weak = await anna.call("acceptInvitation", {
      body: { secret, password: "passwort12" },
      headers: { locale: "fr" },
    });
    const mistake = "Ce mot de passe est trop connu. Choisissez-en un difficile à deviner.";
    expect([weak.status, weak.body]).toEqual([422, { failure: "passwordWeak", mistake }]);
    const accepted = await anna.call("acceptInvitation", { body: { secret, password: DESK_PASSWORD } });
    expect(accepted.body).toMatchObject({ name: "Anna Amsler", roles: ["support", "admin"] });
    expect(accepted.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await anna.call("me")).body.email).toBe("anna@example.ch");
    const again = await new DeskBrowser(shop).call("acceptInvitation", { body: { secret, password: DESK_PASSWORD } });
    expect([again.status, again.body.failure]).toEqual([404, "invitationDead"]);
  });

  test("expires after three days, and ends with a newer one", async () => {
    const first = await invited(shop, "old@example.ch", "finance");
    const { out } = await run("desk", "change", "old@example.ch", "--again", "--reason", "link was lost");
    const second = out.split("#")[1] ?? "";
    const call = (secret: string) => new DeskBrowser(shop).call("invitation", { body: { secret } });
    expect([(await call(first)).status, (await call(second)).status]).toEqual([404, 200]);
    later(72 * 60 + 1);
    expect((await call(second)).status).toBe(404);
    expect((await call("x".repeat(32))).status).toBe(404);
    time = new Date();
  });

  test("needs a desk, an e-mail, a name and known roles", async () => {
    const alone = await kasse(["desk", "invite", "b@example.ch", "--name", "B", "--role", "admin"], settingsOf(shop));
    expect([alone.code, alone.err]).toEqual([1, expect.stringContaining("DESK_URL is not set")]);
    for (const wrong of [
      ["no-mail", "--name", "B", "--role", "admin"],
      ["b@example.ch", "--name", " ", "--role", "admin"],
      ["b@example.ch", "--name", "B", "--role", "boss"],
    ])
      expect((await run("desk", "invite", ...wrong)).code).toBe(2);
    expect((await run("desk", "invite", "anna@example.ch", "--name", "A", "--role", "admin")).err).toContain(
      "known at the desk",
    );
  });
});

describe("a login", () => {
  test("gives the same answer to every mistake, and an entry in the audit log", async () => {
    await atDesk(shop, "berta@example.ch", "support");
    const browser = new DeskBrowser(shop);
    const log = (email: string, password: string) => browser.call("login", { body: { email, password } });
    for (const wrong of [await log("berta@example.ch", "falsch"), await log("nobody@example.ch", DESK_PASSWORD)])
      expect([wrong.status, wrong.body]).toEqual([401, { failure: "loginWrong" }]);
    expect((await log(" BERTA@example.ch", DESK_PASSWORD)).body.email).toBe("berta@example.ch");
    expect(await lines()).toContain("berta@example.ch: desk login");
    const token = browser.cookie;
    await browser.call("logout");
    browser.cookie = token;
    expect((await browser.call("me")).status).toBe(401);
  });

  test("ends after half an hour without use, and after ten hours at most", async () => {
    const idle = await atDesk(shop, "idle@example.ch", "support");
    later(29);
    expect((await idle.call("me")).status).toBe(200);
    later(29);
    expect((await idle.call("me")).status).toBe(200);
    later(31);
    expect((await idle.call("me")).status).toBe(401);
    await idle.call("login", { body: { email: "idle@example.ch", password: DESK_PASSWORD } });
    for (let minutes = 0; minutes < 580; minutes += 29) {
      later(29);
      expect((await idle.call("me")).status).toBe(200);
    }
    later(25);
    expect((await idle.call("me")).body.failure).toBe("loginNeeded");
    time = new Date();
  });

  test("of the last person who can invite people stays, regardless of people who have never logged in", async () => {
    const other = await startShopWithDesk();
    try {
      const anna = await atDesk(other, "anna@example.ch", "admin");
      await invited(other, "max@example.ch", "admin");
      const { body } = await anna.call("people");
      const id = body.people.find(({ email }) => email === "anna@example.ch")?.id ?? "";
      const given = await anna.call("changePerson", { params: { id }, body: { what: "roles", roles: ["support"] } });
      expect([given.status, given.body.failure]).toEqual([409, "lastAdmin"]);
    } finally {
      await other.stop();
    }
  });

  test("is not used by a page of another person, who logged in earlier in the same browser", async () => {
    const first = await atDesk(shop, "first-tab@example.ch", "support");
    const { id } = (await first.call("me")).body;
    const second = await atDesk(shop, "second-tab@example.ch", "admin");
    const shows = (person: string) => second.call("orders", { headers: { "desk-person": person } });
    expect((await shows((await second.call("me")).body.id)).status).toBe(200);
    expect((await shows(id)).body.failure).toBe("loginNeeded");
  });

  test("ends although an unattended page keeps polling for counts", async () => {
    const anna = await atDesk(shop, "open-page@example.ch", "support");
    for (let minutes = 0; minutes < 28; minutes += 7) {
      later(7);
      expect((await anna.call("waitingCounts")).status).toBe(200);
      expect((await anna.call("waiting")).status).toBe(200);
      expect((await anna.call("orderCounts")).status).toBe(200);
      expect((await anna.call("board")).status).toBe(200);
      const address = `${shop.kasse.managementAddress}${DESK_API}/events`;
      const stream = await fetch(address, { headers: { cookie: anna.cookie ?? "" } });
      expect(stream.status).toBe(200);
      await stream.body?.cancel();
      expect((await anna.call("orderVersion", { params: { number: "K1" } })).status).toBe(404);
    }
    later(3);
    expect((await anna.call("waitingCounts")).body).toMatchObject({ failure: "loginNeeded" });
  });

  test("ends at once with the person, with other roles, or by an admin", async () => {
    for (const [how, after] of [
      [["--disable"], 401],
      [["--role", "finance"], 401],
      [["--sign-out"], 401],
      [["--again"], 401],
    ] as const) {
      const email = `ends${how[0]?.slice(2)}@example.ch`;
      const browser = await atDesk(shop, email, "support");
      expect((await browser.call("orders")).status).toBe(200);
      expect((await run("desk", "change", email, ...how, "--reason", "has left the team")).code).toBe(0);
      expect((await browser.call("orders")).status).toBe(after);
    }
    const again = (email: string) => new DeskBrowser(shop).call("login", { body: { email, password: DESK_PASSWORD } });
    expect((await again("endsdisable@example.ch")).status).toBe(401);
    expect((await again("endsrole@example.ch")).body.roles).toEqual(["finance"]);
    expect((await again("endsagain@example.ch")).status).toBe(401);
    await run("desk", "change", "endsdisable@example.ch", "--enable", "--reason", "is back again");
    expect((await again("endsdisable@example.ch")).status).toBe(200);
  });

  test("cannot be guessed: after ten attempts further ones are rejected, except from a known browser", async () => {
    const narrow = await startShopWithDesk({ env: { ...wideLimits({ deskLoginsPerPerson: 10 }) } });
    const own = await atDesk(narrow, "guess@example.ch", "support");
    const browser = new DeskBrowser(narrow);
    const tries = [];
    for (let count = 0; count < 10; count += 1)
      tries.push((await browser.call("login", { body: { email: "guess@example.ch", password: `${count}` } })).status);
    expect(new Set(tries)).toEqual(new Set([401]));
    const refused = await browser.call("login", { body: { email: "guess@example.ch", password: DESK_PASSWORD } });
    expect([refused.status, refused.body.failure, Number(refused.headers.get("retry-after")) > 0]).toEqual([
      429,
      "tooMany",
      true,
    ]);
    const logIn = { body: { email: "guess@example.ch", password: DESK_PASSWORD } };
    expect((await own.call("login", logIn)).status).toBe(200);
    const other = await atDesk(narrow, "other@example.ch", "support");
    expect((await other.call("login", logIn)).status).toBe(429);
    await narrow.stop();
  });
});

describe("people", () => {
  test("are invited and changed by admins only; others get 403 and an entry in the log", async () => {
    const [admin, support] = [
      await atDesk(shop, "chef@example.ch", "admin"),
      await atDesk(shop, "sup@example.ch", "support"),
    ];
    const roles: DeskRole[] = ["catalogue", "catalogue"];
    const made = await admin.call("invite", { body: { email: "New@example.ch", name: "Neu", roles } });
    expect(made.body.link).toMatch(/#[\w-]{32}$/);
    expect(made.body.people.find(({ email }) => email === "new@example.ch")).toMatchObject({
      state: "invited",
      roles: ["catalogue"],
    });
    const twice = await admin.call("invite", { body: { email: "new@example.ch", name: "Neu", roles: ["catalogue"] } });
    expect([twice.status, twice.body.failure]).toEqual([409, "personExists"]);
    for (const refused of [await support.call("people"), await support.call("audit")])
      expect([refused.status, refused.body]).toEqual([403, { failure: "forbidden" }]);
    expect((await lines()).slice(-2)).toEqual([
      "sup@example.ch: desk refused people",
      "sup@example.ch: desk refused audit",
    ]);
    const { id } = made.body.people.find(({ email }) => email === "sup@example.ch") ?? { id: "" };
    expect((await admin.call("changePerson", { params: { id }, body: { what: "disable" } })).status).toBe(200);
    expect((await support.call("me")).status).toBe(401);
    expect((await admin.call("changePerson", { params: { id: "x" }, body: { what: "disable" } })).status).toBe(404);
    const shown = await admin.call("audit", { query: { about: "new@example.ch" } });
    expect(shown.body.lines.map(({ action, actor }) => [actor, action])).toEqual([
      ["chef@example.ch", "desk audit show"],
      ["chef@example.ch", "desk people invite"],
      ["chef@example.ch", "desk people invite"],
    ]);
    const { body: of } = await admin.call("audit", { query: { actor: "SUP@Example.ch" } });
    expect(new Set(of.lines.map(({ actor }) => actor))).toEqual(new Set(["sup@example.ch"]));
    expect((await run("audit", "verify")).code).toBe(0);
  });

  test("always include one who can invite", async () => {
    const own = await startShopWithDesk();
    const [one, other] = [await atDesk(own, "one@example.ch", "admin"), await atDesk(own, "other@example.ch", "admin")];
    const { people } = (await one.call("people")).body;
    const idOf = (name: string) => people.find(({ email }) => email === `${name}@example.ch`)?.id ?? "";
    // Both remove the other's role at once: one of them keeps it.
    const both = await Promise.all([
      one.call("changePerson", { params: { id: idOf("other") }, body: { what: "roles", roles: ["support"] } }),
      other.call("changePerson", { params: { id: idOf("one") }, body: { what: "disable" } }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await own.database.pool.query(
      "select 1 from desk_people where 'admin' = any (roles) and disabled_at is null",
    );
    expect(left.rowCount).toBe(1);
    await own.stop();
  });
});

test("without DESK_URL there is no desk, and the shop's port never has one", async () => {
  const plain = await startShop();
  const status = async (address: string | null) => (await fetch(`${address}/desk/api/me`)).status;
  expect([await status(plain.kasse.managementAddress), await status(plain.url)]).toEqual([404, 404]);
  expect([await status(shop.kasse.managementAddress), await status(shop.url)]).toEqual([401, 404]);
  await plain.stop();
});

test("a page of another site gets no access, and an answer cannot be shown as a page", async () => {
  const anna = await atDesk(shop, "cross@example.ch", "support");
  for (const site of ["cross-site", "same-site"])
    expect((await anna.call("me", { headers: { "sec-fetch-site": site } })).body.failure).toBe("otherSite");
  const form = await fetch(`${shop.kasse.managementAddress}/desk/api/logout`, {
    method: "POST",
    headers: { cookie: anna.cookie ?? "", "content-type": "application/x-www-form-urlencoded" },
    body: "a=b",
  });
  expect(form.status).toBe(400);
  const { headers } = await anna.call("me", { headers: { "sec-fetch-site": "same-origin" } });
  expect(headers.get("content-security-policy")).toContain("sandbox");
  expect(headers.get("cache-control")).toBe("no-store");
});
