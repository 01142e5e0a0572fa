import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DeskCall } from "#contract/call.ts";
import { DESK_CALLS } from "#contract/desk/calls.ts";
import { DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";
import { authenticator, type Answering } from "../support/authenticator.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { atDesk, DESK_URL, invited, startShopWithDesk } from "../support/desk.ts";
import { DESK_PASSWORD, DeskBrowser } from "../support/desk-browser.ts";
import { STILL } from "../support/quick-periods.ts";
import { eventually, type Shop } from "../support/shop.ts";

let shop: Shop;
let strict: Shop;
let time = new Date("2026-11-24T08:00:00Z");
const events: Record<string, unknown>[] = [];
beforeAll(async () => {
  const onLog = (line: string) => void events.push(JSON.parse(line) as Record<string, unknown>);
  [shop, strict] = await Promise.all([
    startShopWithDesk({ jobs: true, now: () => time, onLog, env: { LOG_LEVEL: "info" }, periods: STILL }),
    startShopWithDesk({ jobs: true, now: () => time, env: { DESK_PASSKEYS: "required" }, periods: STILL }),
  ]);
});
afterAll(() => Promise.all([shop.stop(), strict.stop()]));

const START = time;
const later = (minutes: number) => void (time = new Date(time.getTime() + minutes * 60_000));
let count = 0;
let email: string;
let anna: DeskBrowser;
beforeEach(async () => {
  time = START;
  email = `passkey${(count += 1)}@example.ch`;
  anna = await atDesk(shop, email, "support");
});

type Key = ReturnType<typeof authenticator>;
const newKey = () => authenticator(DESK_URL);
async function add(browser: DeskBrowser, key: Key = newKey(), answering: Answering = {}) {
  const { body } = await browser.call("passkeyOptions");
  return browser.call("addPasskey", { body: key.add(body.challenge, answering) });
}
async function added(browser = anna): Promise<Key> {
  const key = newKey();
  const { status, body } = await add(browser, key);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return key;
}
const challengeToLogIn = async (of = shop) => (await new DeskBrowser(of).call("passkeyLoginOptions")).body.challenge;
async function logInWith(key: Key, answering: Answering = {}, of = shop) {
  const browser = new DeskBrowser(of);
  const reply = await browser.call("passkeyLogin", { body: key.logIn(await challengeToLogIn(of), answering) });
  return { browser, reply };
}
const passwordLogin = (browser = new DeskBrowser(shop), password = DESK_PASSWORD) =>
  browser.call("login", { body: { email, password } });
const WRONG: readonly Answering[] = [
  { origin: "https://evil.example" },
  { rpId: "evil.example" },
  { verified: false },
  { type: "payment.get" },
];
const lastActions = async (many: number) => {
  const { rows } = await shop.database.pool.query<{ action: string }>(
    "select action from audit_log where action <> 'outcome' order by seq desc limit $1",
    [many],
  );
  return rows.map(({ action }) => action);
};

/** Locks rows until `waiting` calls wait for them, and changes them before releasing the lock. */
async function holding<T>(
  of: Shop,
  rows: string,
  waiting: number,
  calls: () => Promise<T>,
  meanwhile: (query: (sql: string) => Promise<unknown>) => Promise<unknown> = () => Promise.resolve(),
): Promise<T> {
  const client = await of.database.pool.connect();
  try {
    await client.query("begin");
    await client.query(rows);
    const called = calls();
    await eventually("the calls wait", async () => {
      const { rows: found } = await of.database.pool.query<{ count: number }>(
        "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return (found[0]?.count ?? 0) >= waiting;
    });
    await meanwhile((sql) => client.query(sql));
    await client.query("commit");
    return await called;
  } finally {
    // Destroys the connection, so that a failed test leaves no lock.
    client.release(true);
  }
}

describe("a passkey", () => {
  test("is bound to the desk's host, identifies its person, and verifies its user", async () => {
    const key = await added();
    expect((await anna.call("passkeyOptions")).body).toMatchObject({
      rp: { id: "127.0.0.1", name: "Alpenfon" },
      user: { name: email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: key.id }],
    });
    expect((await anna.call("passkeys")).body).toEqual({
      passkeys: [{ id: expect.any(String), device: null, since: time.toISOString(), lastUsed: null }],
      required: false,
    });
    expect(events.findLast(({ security }) => security !== "desk.used")).toMatchObject({ security: "passkey.added" });
    expect(await lastActions(1)).toEqual(["desk passkey add"]);
  });

  test("is sufficient to log in", async () => {
    const key = await added();
    later(1);
    const { browser, reply } = await logInWith(key);
    expect(reply.body).toMatchObject({ email, roles: ["support"], provider: false });
    expect(reply.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await browser.call("me")).status).toBe(200);
    expect((await browser.call("passkeys")).body.passkeys[0]?.lastUsed).toBe(time.toISOString());
    expect(events.findLast(({ security }) => security === "login")).toMatchObject({ by: "desk passkey" });
    expect(await lastActions(1)).toEqual(["desk login"]);
  });

  test.each(WRONG)("with %j can be neither added nor used", async (answering) => {
    const refused = await add(anna, newKey(), answering);
    expect([refused.status, refused.body]).toEqual([400, { failure: "passkeyRefused" }]);
    expect((await anna.call("passkeys")).body.passkeys).toEqual([]);
    const { reply } = await logInWith(await added(), answering);
    expect([reply.status, reply.body]).toEqual([400, { failure: "passkeyRefused" }]);
    expect(events.at(-1)).toMatchObject({ security: "login.failed", by: "passkey" });
  });

  test("answers a challenge once, within five minutes, and only for its purpose and person", async () => {
    const key = newKey();
    const used = (await anna.call("passkeyOptions")).body.challenge;
    const addWith = (challenge: string, own = newKey()) => anna.call("addPasskey", { body: own.add(challenge) });
    expect((await addWith(used, key)).status).toBe(200);
    const berta = await atDesk(shop, `other.${email}`, "support");
    const theirs = (await berta.call("passkeyOptions")).body.challenge;
    for (const challenge of [used, theirs, await challengeToLogIn(), "A".repeat(43), "x"])
      expect((await addWith(challenge)).body.failure).toBe("passkeyRefused");
    const logIn = (challenge: string) => new DeskBrowser(shop).call("passkeyLogin", { body: key.logIn(challenge) });
    const once = await challengeToLogIn();
    expect([(await logIn(once)).status, (await logIn(once)).status]).toEqual([200, 400]);
    const toAdd = (await anna.call("passkeyOptions")).body.challenge;
    expect((await logIn(toAdd)).status).toBe(400);
    const late = [(await anna.call("passkeyOptions")).body.challenge, await challengeToLogIn()] as const;
    later(5);
    expect([(await addWith(late[0])).status, (await logIn(late[1])).status]).toEqual([400, 400]);
  });

  test("of another person, a copied one, a removed one, and one of a disabled person cannot log in", async () => {
    const key = await added();
    const other = newKey();
    const body = { ...other.logIn(await challengeToLogIn()), id: key.id, rawId: key.id };
    expect((await new DeskBrowser(shop).call("passkeyLogin", { body })).status).toBe(400);
    const berta = await atDesk(shop, `other.${email}`, "support");
    expect((await add(berta, key)).body.failure).toBe("passkeyRefused");
    expect((await logInWith(key, { count: 2 })).reply.status).toBe(200);
    for (const uses of [2, 1, 0]) expect((await logInWith(key, { count: uses })).reply.status).toBe(400);
    const change = (what: string) =>
      kasse(["desk", "change", email, what, "--reason", "test of passkeys"], { ...settingsOf(shop), DESK_URL });
    await change("--disable");
    expect((await logInWith(key, { count: 3 })).reply.status).toBe(400);
    await change("--enable");
    const { browser } = await logInWith(key, { count: 4 });
    const { passkeys } = (await browser.call("passkeys")).body;
    const remove = (id: string, as = browser) => as.call("removePasskey", { params: { id }, body: {} });
    expect((await remove(passkeys[0]?.id ?? "", berta)).status).toBe(404);
    expect([(await remove(passkeys[0]?.id ?? "")).body.passkeys, (await remove("no id")).status]).toEqual([[], 404]);
    expect(events.some(({ security }) => security === "passkey.removed")).toBe(true);
    expect((await logInWith(key, { count: 5 })).reply.status).toBe(400);
    expect((await passwordLogin()).status).toBe(200);
  });

  test("that was copied logs in once of two simultaneous attempts", async () => {
    const key = await added();
    const both = await holding(shop, "select 1 from desk_passkeys for update", 2, () =>
      Promise.all([logInWith(key, { count: 1 }), logInWith(key, { count: 1 })]),
    );
    expect(both.map(({ reply }) => reply.status).toSorted((one, other) => one - other)).toEqual([200, 400]);
  });

  test("can be added and removed only with a login of the last half hour, and a person has at most ten", async () => {
    await added();
    const [passkey] = (await anna.call("passkeys")).body.passkeys;
    const { challenge } = (await anna.call("passkeyOptions")).body;
    for (let more = 1; more < 10; more += 1) await added();
    expect((await add(anna)).body.failure).toBe("passkeyRefused");
    later(20);
    await anna.call("me");
    later(11);
    const old = [
      await anna.call("passkeyOptions"),
      await anna.call("addPasskey", { body: newKey().add(challenge) }),
      await anna.call("removePasskey", { params: { id: passkey?.id ?? "" }, body: {} }),
      await anna.call("endOtherLogins", { body: {} }),
      await anna.call("endLogin", { params: { id: passkey?.id ?? "" }, body: {} }),
    ];
    expect(old.map(({ status, body }) => [status, body.failure])).toEqual(old.map(() => [403, "loginTooOld"]));
  });
});

describe("once a person has a passkey", () => {
  test("the password alone is not enough, and a wrong password reveals nothing", async () => {
    const key = await added();
    expect((await passwordLogin(undefined, "falsch")).body).toEqual({ failure: "loginWrong" });
    const browser = new DeskBrowser(shop);
    const needed = await passwordLogin(browser);
    expect([needed.status, needed.body, browser.cookie]).toEqual([
      401,
      {
        failure: "passkeyNeeded",
        options: expect.objectContaining({ allowCredentials: [expect.objectContaining({ id: key.id })] }),
      },
      null,
    ]);
    expect(await lastActions(1)).not.toEqual(["desk login"]);
    const { challenge } = needed.body["options"] as { challenge: string };
    const done = await browser.call("passkeyLogin", { body: key.logIn(challenge) });
    expect([done.status, done.body.email]).toEqual([200, email]);
  });

  test("another person's passkey does not complete the login", async () => {
    await added();
    const berta = await atDesk(shop, `other.${email}`, "admin");
    const theirs = await added(berta);
    const needed = await passwordLogin();
    const { challenge } = needed.body["options"] as { challenge: string };
    const reply = await new DeskBrowser(shop).call("passkeyLogin", { body: theirs.logIn(challenge) });
    expect(reply.body.failure).toBe("passkeyRefused");
  });

  test("logins by the password alone end, except the one that adds the passkey", async () => {
    const other = new DeskBrowser(shop);
    await passwordLogin(other);
    await added();
    expect([(await other.call("me")).status, (await anna.call("me")).status]).toEqual([401, 200]);
  });

  test("no login by password succeeds while it is being added", async () => {
    const browser = new DeskBrowser(shop);
    const reply = await holding(
      shop,
      `select 1 from desk_people where email = '${email}' for update`,
      1,
      () => passwordLogin(browser),
      (query) =>
        query(`insert into desk_passkeys (person_id, credential_id, public_key, sign_count, transports, created_at)
          select id, '${newKey().id}', '', 0, '{}', now() from desk_people where email = '${email}'`),
    );
    expect([reply.body.failure, browser.cookie]).toEqual(["passkeyNeeded", null]);
  });

  const lock = () => `select 1 from desk_people where email = '${email}' for update`;
  test("no login succeeds with a password that ends meanwhile", async () => {
    const browser = new DeskBrowser(shop);
    const reply = await holding(
      shop,
      lock(),
      1,
      () => passwordLogin(browser),
      (query) => query(`update desk_people set password_hash = null where email = '${email}'`),
    );
    expect([reply.body.failure, browser.cookie]).toEqual(["loginWrong", null]);
  });

  test("a login that is ended meanwhile adds no passkey", async () => {
    const { challenge } = (await anna.call("passkeyOptions")).body;
    const reply = await holding(
      shop,
      lock(),
      1,
      () => anna.call("addPasskey", { body: newKey().add(challenge) }),
      (query) => query(`delete from desk_sessions using desk_people p where p.id = person_id and p.email = '${email}'`),
    );
    expect(reply.body.failure).toBe("passkeyRefused");
  });

  test("no login succeeds with a passkey that is removed meanwhile", async () => {
    const key = await added();
    const { browser, reply } = await holding(
      shop,
      lock(),
      1,
      () => logInWith(key),
      (query) => query("delete from desk_passkeys"),
    );
    expect([reply.body.failure, browser.cookie]).toEqual(["passkeyRefused", null]);
  });

  test("an admin and a command reset it: a new link ends the password and the passkeys", async () => {
    const admin = await atDesk(shop, `chef.${email}`, "admin");
    const id = (await admin.call("people")).body.people.find((each) => each.email === email)?.id ?? "";
    const byAdmin = async () =>
      (await admin.call("changePerson", { params: { id }, body: { what: "inviteAgain" } })).body.link;
    const byCommand = async () =>
      (
        await kasse(["desk", "change", email, "--again", "--reason", "phone was lost"], {
          ...settingsOf(shop),
          DESK_URL,
        })
      ).out;
    for (const reset of [byAdmin, byCommand]) {
      const key = await added();
      expect((await admin.call("people")).body.people.find((each) => each.email === email)?.passkeys).toBe(1);
      const secret = (await reset())?.trim().split("#")[1] ?? "";
      expect([(await anna.call("me")).status, (await logInWith(key)).reply.status]).toEqual([401, 400]);
      const accepted = await anna.call("acceptInvitation", { body: { secret, password: DESK_PASSWORD } });
      expect([accepted.status, (await anna.call("passkeys")).body.passkeys]).toEqual([200, []]);
    }
  });
});

describe("with DESK_PASSKEYS=required", () => {
  const PARAMS = { number: "K1", id: crypto.randomUUID() };

  test("a login without one can only add one; then it is a full login", async () => {
    const secret = await invited(strict, email, "admin");
    const berta = new DeskBrowser(strict);
    const accepted = await berta.call("acceptInvitation", { body: { secret, password: DESK_PASSWORD } });
    expect(accepted.status).toBe(200);
    const others = (Object.keys(DESK_PATHS) as DeskCallName[]).filter((name) => {
      const { who, beforePasskey }: DeskCall = DESK_CALLS[name];
      return who !== "anybody" && beforePasskey !== true;
    });
    expect(others.length).toBeGreaterThan(15);
    for (const name of others) {
      const { status, body } = await berta.call(name, { params: PARAMS });
      expect([name, status, body]).toEqual([name, 403, { failure: "passkeyMissing" }]);
    }
    await added(berta);
    expect((await berta.call("me")).status).toBe(200);
    expect((await berta.call("people")).status).toBe(200);
  });

  test("such a login can log out", async () => {
    const berta = await atDesk(strict, email, "support");
    expect((await berta.call("logout", { body: {} })).status).toBe(200);
  });

  test("an attacker with only the password gains nothing when the person adds a passkey", async () => {
    const berta = await atDesk(strict, email, "support");
    const thief = new DeskBrowser(strict);
    await thief.call("login", { body: { email, password: DESK_PASSWORD } });
    expect((await thief.call("orders")).body.failure).toBe("passkeyMissing");
    await added(berta);
    expect((await thief.call("orders")).body.failure).toBe("loginNeeded");
  });

  test("the last one cannot be removed, not even when two are removed at once", async () => {
    const berta = await atDesk(strict, email, "support");
    await added(berta);
    await added(berta);
    const { passkeys, required } = (await berta.call("passkeys")).body;
    expect([passkeys.length, required]).toEqual([2, true]);
    const remove = (id: string) => berta.call("removePasskey", { params: { id }, body: {} });
    const both = await holding(strict, "select 1 from desk_passkeys for update", 2, () =>
      Promise.all(passkeys.map(({ id }) => remove(id))),
    );
    const [removed, kept] = both.toSorted((one, other) => one.status - other.status);
    expect([removed?.status, kept?.status, kept?.body.failure]).toEqual([200, 409, "lastPasskey"]);
  });

  test("everyone logged in without one is asked for one as soon as it is required", async () => {
    const berta = await atDesk(strict, email, "support");
    const key = await added(berta);
    const { browser } = await logInWith(key, {}, strict);
    expect((await browser.call("me")).status).toBe(200);
    await strict.database.pool.query("update desk_sessions set with_passkey = false");
    expect((await browser.call("me")).body.failure).toBe("passkeyMissing");
    // And cannot add another: the person has one, and must use it.
    expect((await add(browser)).body.failure).toBe("passkeyRefused");
  });
});
