import { request } from "undici";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DESK_ROLES } from "#core/desk/roles.ts";
import { kasse, settingsOf } from "../support/cli.ts";
import { startShopAtDeskUrl } from "../support/desk.ts";
import { LoginBrowser, type Opened } from "../support/login-browser.ts";
import { startLoginProvider, type LoginProvider } from "../support/login-provider.ts";
import type { Shop } from "../support/shop.ts";

let provider: LoginProvider;
let shop: Shop;
let time: Date | null = null;
const lines: string[] = [];
beforeAll(async () => {
  shop = await startShopAtDeskUrl({
    now: () => time ?? new Date(),
    onLog: (line) => void lines.push(line),
    env: { LOG_LEVEL: "debug" },
    settings: async (desk) => (provider = await startLoginProvider(desk)).settings,
  });
});
afterAll(async () => {
  await shop.stop();
  await provider.stop();
});

let browser: LoginBrowser;
let subject: string;
let count = 0;
const newPerson = () => {
  subject = `person-${(count += 1)}`;
  provider.people.set(subject, { name: `Person ${count}`, email: `Person${count}@Example.ch`, roles: ["support"] });
  provider.atKeyboard = subject;
  return subject;
};
beforeEach(() => {
  browser = new LoginBrowser(shop);
  newPerson();
});
afterEach(() => {
  provider.intercept = null;
  time = null;
});
const later = (minutes: number) => void (time = new Date((time ?? new Date()).getTime() + minutes * 60_000));
const said = (more: object) => void provider.people.set(subject, { ...provider.people.get(subject), ...more });
const failure = ({ url }: Opened) => new URL(url).searchParams.get("failed");
const desk = () => shop.kasse.managementAddress ?? "";
const statusOfMe = async (of = browser) => (await of.call("me")).status;
const people = async (of = subject) => {
  const { rows } = await shop.database.pool.query<{ id: string; subject: string; email: string; actor: string }>(
    "select id, subject, email, actor from desk_people where subject = $1",
    [of],
  );
  return rows;
};
const lastLine = async () => {
  const { rows } = await shop.database.pool.query<{ actor: string; action: string; reason: string | null }>(
    "select actor, action, reason from audit_log order by seq desc limit 1",
  );
  return rows[0];
};
/** Returns from the provider to a URL that was changed on the way. */
const returnTo = (url: URL) => browser.open(url.href, provider.issuer);

describe("a login at the provider", () => {
  test("returns to the requested page, logged in: redirects from another site send no strict cookie", async () => {
    const page = await browser.logIn("/desk/orders/K100148?filter=all");
    expect(page.url).toBe(`${desk()}/desk/orders/K100148?filter=all`);
    expect(browser.sent.at(-1)?.cookies).toContain("kasse-desk=");
    const back = browser.sent.find(({ url }) => url.includes("/login/return"));
    expect([back?.site, back?.cookies]).toEqual([
      "cross-site",
      expect.stringMatching(/^kasse-desk-login-[\w-]{12}=[\w-]{43}$/),
    ]);
    expect((await browser.call("me")).body).toMatchObject({
      name: `Person ${count}`,
      email: `person${count}@example.ch`,
      roles: ["support"],
      provider: true,
    });
    expect((await browser.call("loginWay")).body).toEqual({ provider: true, brand: "Alpenfon" });
    const [person] = await people();
    expect(person?.actor).toBe(`person${count}@example.ch (${person?.id.slice(0, 8)})`);
    expect(await lastLine()).toEqual({ actor: person?.actor, action: "desk login", reason: "support" });
  });

  test.each(DESK_ROLES)("has the role %s from the provider, and several if there are several", async (role) => {
    said({ roles: [role, "something else"] });
    await browser.logIn();
    expect((await browser.call("me")).body.roles).toEqual([role]);
    said({ roles: ["admin", role] });
    await browser.logIn();
    expect((await browser.call("me")).body.roles).toEqual(role === "admin" ? ["admin"] : [role, "admin"]);
  });

  test("uses the code flow with PKCE, state and nonce, which are new each time and in no table", async () => {
    const asked = async () => new URL((await browser.call("beginProviderLogin", { body: {} })).body.url).searchParams;
    const [one, other] = [await asked(), await asked()];
    expect(Object.fromEntries(one)).toMatchObject({
      response_type: "code",
      scope: "openid profile email",
      code_challenge_method: "S256",
      redirect_uri: `${desk()}/desk/api/login/return`,
    });
    const { rows } = await shop.database.pool.query<object>("select t::text from desk_login_tries t");
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(one.get(name)).toMatch(/^[\w-]{43}$/);
      expect(one.get(name)).not.toBe(other.get(name));
      expect(JSON.stringify(rows)).not.toContain(one.get(name));
    }
  });

  test("leads to no other site, whichever page was requested", async () => {
    for (const page of [
      "https://evil.example",
      "//evil.example",
      "/desk/../../evil",
      "/desk//evil.example",
      "/desk\\evil",
    ]) {
      const { url } = await browser.logIn(page);
      expect(url).toBe(`${desk()}/desk`);
    }
  });

  test("needs a press on a page of the desk, and ends the browser's previous login", async () => {
    const cross = await browser.call("beginProviderLogin", { body: {}, headers: { "sec-fetch-site": "cross-site" } });
    expect(cross.body.failure).toBe("otherSite");
    await browser.logIn();
    const before = new LoginBrowser(shop);
    Object.assign(before, { jars: structuredClone(browser["jars"]) });
    expect(await statusOfMe(before)).toBe(200);
    await browser.logIn();
    expect([await statusOfMe(), await statusOfMe(before)]).toEqual([200, 401]);
  });

  test.each([
    ["the first", [0, 1]],
    ["the second", [1, 0]],
  ])("of two tabs ends in each on its own page, if %s comes back first, and leaves one login", async (_, order) => {
    const pages = ["/desk/orders/K100001", "/desk/catalogue"];
    const back: URL[] = [];
    for (const page of pages) back.push(await browser.comeBack(page));
    for (const tab of order) {
      const { url } = await returnTo(back[tab] ?? new URL(desk()));
      expect(url).toBe(`${desk()}${pages[tab]}`);
      expect(await statusOfMe()).toBe(200);
    }
    expect((await browser.call("logins")).body.logins).toHaveLength(1);
    expect(failure(await returnTo(back[0] ?? new URL(desk())))).toBe("loginLapsed");
  });

  test("ends after sixty minutes at most, which the page knows, and after half an hour without use", async () => {
    time = new Date();
    await browser.logIn();
    const { endsAt } = (await browser.call("me")).body;
    expect(Date.parse(endsAt) - time.getTime()).toBe(60 * 60_000);
    for (let minutes = 0; minutes < 58; minutes += 29) {
      later(29);
      expect(await statusOfMe()).toBe(200);
    }
    later(2);
    expect(await statusOfMe()).toBe(401);
    await browser.logIn();
    later(31);
    expect(await statusOfMe()).toBe(401);
  });

  test("shows no secret, and leaves none in the log", async () => {
    said({ roles: ["admin"] });
    await browser.logIn();
    const token = browser.cookieOf(desk(), "kasse-desk") ?? "";
    const { rows } = await shop.database.pool.query<{ id_token: string }>("select id_token from desk_sessions");
    expect(rows.length).toBeGreaterThan(0);
    for (const { id_token: sealed } of rows) expect(sealed).toMatch(/^local:[A-Za-z0-9+/]+=*$/);
    const { body } = await browser.call("people");
    for (const person of body.people)
      expect(Object.keys(person).toSorted()).toEqual([
        "actor",
        "email",
        "id",
        "lastSeen",
        "name",
        "passkeys",
        "provider",
        "roles",
        "state",
      ]);
    const shown = JSON.stringify([body, (await browser.call("me")).body, (await browser.call("logins")).body]);
    for (const secret of [token, subject, provider.settings["DESK_OIDC_CLIENT_SECRET"] ?? "", "eyJhbGciOi"]) {
      expect(shown).not.toContain(secret);
      expect(lines.join("\n")).not.toContain(secret);
    }
  });
});

describe("login fails", () => {
  test("without a role of the desk; logins from before the roles were removed end", async () => {
    await browser.logIn();
    for (const roles of [[], ["Support"], "chef", { support: true }, null, undefined]) {
      said({ roles });
      expect(failure(await new LoginBrowser(shop).logIn())).toBe("noRole");
    }
    expect(await statusOfMe()).toBe(401);
    newPerson();
    said({ roles: [] });
    expect(failure(await browser.logIn())).toBe("noRole");
    expect(await people()).toEqual([]);
  });

  test("for a person disabled at the desk, until an admin enables the person again", async () => {
    await browser.logIn();
    const [person] = await people();
    const admin = new LoginBrowser(shop);
    newPerson();
    said({ roles: ["admin"] });
    await admin.logIn();
    provider.atKeyboard = subject = person?.subject ?? "";
    const change = (what: "disable" | "enable") =>
      admin.call("changePerson", { params: { id: person?.id ?? "" }, body: { what } });
    expect((await change("disable")).status).toBe(200);
    expect([await statusOfMe(), failure(await browser.logIn())]).toEqual([401, "personDisabled"]);
    await change("enable");
    expect(failure(await browser.logIn())).toBeNull();
  });

  test("for a person who declines at the provider", async () => {
    provider.atKeyboard = null;
    expect(failure(await browser.logIn())).toBe("providerDenied");
  });

  test("with another state, in another browser, a second time, or too late", async () => {
    const back = await browser.comeBack();
    const other = new URL(back);
    other.searchParams.set("state", "x".repeat(43));
    const without = new URL(back);
    without.searchParams.delete("state");
    for (const url of [other, without]) expect(failure(await returnTo(url))).toBe("loginLapsed");
    expect(failure(await new LoginBrowser(shop).open(back.href, provider.issuer))).toBe("loginLapsed");
    // The login itself is still in progress.
    expect(failure(await returnTo(back))).toBeNull();
    expect(failure(await returnTo(back))).toBe("loginLapsed");
    expect(await statusOfMe()).toBe(200);
    const late = await browser.comeBack();
    later(11);
    expect(failure(await returnTo(late))).toBe("loginLapsed");
  });

  test("with a copied cookie after its use", async () => {
    const back = await browser.comeBack();
    const thief = new LoginBrowser(shop);
    Object.assign(thief, { jars: structuredClone(browser["jars"]) });
    await returnTo(back);
    expect(failure(await thief.open(back.href, provider.issuer))).toBe("loginLapsed");
  });

  test("with the code of another login", async () => {
    const [one, other] = [await browser.comeBack(), await browser.comeBack()];
    other.searchParams.set("code", one.searchParams.get("code") ?? "");
    expect(failure(await returnTo(other))).toBe("identityInvalid");
  });

  test("with a used code", async () => {
    const one = await browser.comeBack();
    expect(failure(await returnTo(one))).toBeNull();
    const other = await browser.comeBack();
    other.searchParams.set("code", one.searchParams.get("code") ?? "");
    expect(failure(await returnTo(other))).toBe("identityInvalid");
  });

  test("with the answer of another issuer, or of none", async () => {
    for (const change of [
      (url: URL) => url.searchParams.set("iss", "https://evil.example"),
      (url: URL) => url.searchParams.delete("iss"),
    ]) {
      const back = await browser.comeBack();
      change(back);
      expect(failure(await returnTo(back))).toBe("identityInvalid");
    }
  });

  test("with a nonce that was changed on the way", async () => {
    provider.intercept = (asked) => {
      asked.url = asked.url?.replace(/nonce=[\w-]{43}/, `nonce=${"x".repeat(43)}`);
      return false;
    };
    expect(failure(await browser.logIn())).toBe("identityInvalid");
  });

  test("by a frame, a script or a picture that opens the URL, or with a parameter twice", async () => {
    for (const [mode, dest] of [
      ["navigate", "iframe"],
      ["cors", "empty"],
      ["no-cors", "image"],
    ] as const) {
      const back = await browser.comeBack();
      const cookie = `kasse-desk-login=${browser.cookieOf(back.href, "kasse-desk-login")}`;
      const headers = { cookie, "sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-dest": dest };
      const reply = await request(back.href, { headers });
      expect([await reply.body.text(), reply.headers["set-cookie"]]).toEqual([
        expect.stringContaining("failed=otherSite"),
        undefined,
      ]);
    }
    const twice = await browser.comeBack();
    twice.searchParams.append("state", twice.searchParams.get("state") ?? "");
    expect(failure(await returnTo(twice))).toBe("unreadable");
  });
});

describe("a person is identified by the provider's subject", () => {
  test("and stays the same with another e-mail and another name, which are shown from then on", async () => {
    await browser.logIn();
    const [before] = await people();
    said({ name: "Anna Neu", email: "anna.neu@example.ch", roles: ["finance"] });
    await browser.logIn();
    const [after, ...others] = await people();
    expect([after, others]).toEqual([{ ...before, email: "anna.neu@example.ch" }, []]);
    expect((await browser.call("me")).body).toMatchObject({
      name: "Anna Neu",
      email: "anna.neu@example.ch",
      roles: ["finance"],
    });
    expect(await lastLine()).toMatchObject({ actor: before?.actor });
  });

  test("so two people with the same e-mail are two people, and neither is an invited one", async () => {
    await shop.database.pool.query(
      "insert into desk_people (email, name, roles, password_hash) values ('chef@example.ch', 'Chefin', '{admin}', 'x')",
    );
    const [one, other] = [new LoginBrowser(shop), new LoginBrowser(shop)];
    said({ email: "chef@example.ch" });
    await one.logIn();
    const first = subject;
    newPerson();
    said({ email: "CHEF@example.ch", roles: ["finance"] });
    await other.logIn();
    const found = [...(await people(first)), ...(await people())];
    expect(new Set(found.map(({ id }) => id)).size).toBe(2);
    expect(new Set(found.map(({ actor }) => actor)).size).toBe(2);
    expect((await one.call("me")).body.roles).toEqual(["support"]);
    expect((await other.call("me")).body.roles).toEqual(["finance"]);
    const run = (who: string) =>
      kasse(["desk", "change", who, "--sign-out", "--reason", "a test of names"], settingsOf(shop));
    const settings = { ...settingsOf(shop), ...provider.settings, DESK_URL: desk() };
    const several = await kasse(
      ["desk", "change", "chef@example.ch", "--sign-out", "--reason", "which of them?"],
      settings,
    );
    expect(several.code).toBe(1);
    for (const { actor } of found) expect(several.err).toContain(`"${actor}"`);
    expect((await run(found[1]?.actor ?? "")).code).toBe(0);
    expect([await statusOfMe(one), await statusOfMe(other)]).toEqual([200, 401]);
    await shop.database.pool.query("delete from desk_people where issuer is null");
  });

  test("with an e-mail that looks like another person's name in the audit log stays distinct there", async () => {
    said({ email: "chef@example.ch (4f1c22ab)" });
    await browser.logIn();
    const [person] = await people();
    expect(person?.actor).toBe(`chef@example.ch 4f1c22ab (${person?.id.slice(0, 8)})`);
  });

  test("without an e-mail or a name the person is shown by the available data", async () => {
    said({ name: "", email: undefined, preferred_username: "Anna.Amsler" });
    await browser.logIn();
    expect((await browser.call("me")).body).toMatchObject({ name: "Anna.Amsler", email: "anna.amsler" });
    newPerson();
    provider.people.set(subject, { roles: ["support"], name: "a\u202Eb" });
    const other = new LoginBrowser(shop);
    await other.logIn();
    expect((await other.call("me")).body).toMatchObject({ name: subject, email: subject });
  });
});

describe("with a provider", () => {
  test("passwords, passkeys and invitations are disabled, at the desk and in commands; roles come from the provider", async () => {
    said({ roles: ["admin"] });
    await browser.logIn();
    const { people: all } = (await browser.call("people")).body;
    const id = all.find(({ email }) => email === `person${count}@example.ch`)?.id ?? "";
    const email = "a@example.ch";
    const refused = [
      await browser.call("login", { body: { email, password: "x" } }),
      await browser.call("invitation", { body: { secret: "x".repeat(32) } }),
      await browser.call("acceptInvitation", { body: { secret: "x".repeat(32), password: "x" } }),
      await browser.call("passkeyLoginOptions"),
      await browser.call("passkeys"),
      await browser.call("passkeyOptions"),
      await browser.call("changePassword", { body: { password: "x", newPassword: "y" } }),
      await browser.call("invite", { body: { email, name: "A", roles: ["admin"] } }),
      await browser.call("changePerson", { params: { id }, body: { what: "roles", roles: ["support"] } }),
      await browser.call("changePerson", { params: { id }, body: { what: "inviteAgain" } }),
    ];
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      refused.map(() => [409, { failure: "providerOnly" }]),
    );
    const settings = { ...settingsOf(shop), ...provider.settings, DESK_URL: desk() };
    const run = (...words: string[]) => kasse(["desk", ...words], settings);
    const invite = await run("invite", email, "--name", "A", "--role", "admin");
    expect([invite.code, invite.err]).toEqual([1, expect.stringContaining(`people log in at ${provider.issuer}`)]);
    const again = await run("change", `person${count}@example.ch`, "--again", "--reason", "forgotten password");
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("log in at a provider")]);
    const listed = await run("people");
    expect(listed.out).toMatch(new RegExp(`person${count}@example\\.ch \\(${id.slice(0, 8)}\\) .* provider`));
  });

  test("a login from before has ended, and one by a provider ends with its setting", async () => {
    const { pool } = shop.database;
    await browser.logIn();
    await pool.query("update desk_people set issuer = 'https://earlier.example' where subject = $1", [subject]);
    expect(await statusOfMe()).toBe(401);
    await pool.query("update desk_people set issuer = null, subject = null, actor = null where subject = $1", [
      subject,
    ]);
    expect(await statusOfMe()).toBe(401);
  });

  test("the last admin's roles cannot be removed at the desk", async () => {
    await shop.database.pool.query("update desk_people set roles = '{support}'");
    await shop.database.pool.query(
      "insert into desk_people (email, name, roles, password_hash) values ('invited@example.ch', 'Ines', '{admin}', 'x')",
    );
    said({ roles: ["admin"] });
    await browser.logIn();
    const [person] = await people();
    const last = await browser.call("changePerson", { params: { id: person?.id ?? "" }, body: { what: "disable" } });
    expect([last.status, last.body]).toEqual([409, { failure: "lastAdmin" }]);
  });

  test("a person's own logins are listed, and can be ended", async () => {
    const other = new LoginBrowser(shop);
    await other.logIn();
    await browser.logIn();
    const { logins } = (await browser.call("logins")).body;
    expect(logins.map(({ current }) => current)).toEqual([true, false]);
    expect(
      (await browser.call("endLogin", { params: { id: logins[1]?.id ?? "" }, body: {} })).body.logins,
    ).toHaveLength(1);
    expect([await statusOfMe(), await statusOfMe(other)]).toEqual([200, 401]);
  });
});
