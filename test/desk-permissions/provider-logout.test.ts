import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DESK_API, DESK_PATHS } from "#contract/desk/paths.ts";
import { openIdProvider } from "#server/integrations/openid/provider.ts";
import { startShopAtDeskUrl } from "../support/desk.ts";
import { LoginBrowser } from "../support/login-browser.ts";
import { CLIENT_ID, startLoginProvider, type LoginProvider } from "../support/login-provider.ts";
import { eventually, type Shop } from "../support/shop.ts";

let provider: LoginProvider;
let shop: Shop;
const events: Record<string, unknown>[] = [];
beforeAll(async () => {
  shop = await startShopAtDeskUrl({
    jobs: true,
    env: { LOG_LEVEL: "info" },
    onLog: (line) => void events.push(JSON.parse(line) as Record<string, unknown>),
    settings: async (desk) => (provider = await startLoginProvider(desk)).settings,
  });
});
afterAll(async () => {
  await shop.stop();
  await provider.stop();
});

let count = 0;
let subject: string;
let browser: LoginBrowser;
const loggedIn = async () => {
  const at = new LoginBrowser(shop);
  await at.logIn();
  expect(await statusOfMe(at)).toBe(200);
  return at;
};
beforeEach(async () => {
  subject = `leaver-${(count += 1)}`;
  provider.people.set(subject, { name: "Lea", email: `lea${count}@example.ch`, roles: ["support"] });
  provider.atKeyboard = subject;
  browser = await loggedIn();
});
const statusOfMe = async (of = browser) => (await of.call("me")).status;
const desk = () => shop.kasse.managementAddress ?? "";
/** Returns the provider's ids of a person's logins, oldest first. */
const sids = async () => {
  const { rows } = await shop.database.pool.query<{ sid: string }>(
    "select sid from desk_sessions s join desk_people p on p.id = s.person_id where subject = $1 order by s.created_at",
    [subject],
  );
  return rows.map(({ sid }) => sid);
};
const actor = async () => {
  const { rows } = await shop.database.pool.query<{ actor: string }>(
    "select actor from desk_people where subject = $1",
    [subject],
  );
  return rows[0]?.actor;
};
const report = (token: string, headers: Record<string, string> = {}) =>
  fetch(`${desk()}${DESK_API}${DESK_PATHS.providerLogout[1]}`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ logout_token: token }),
  });
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const now = () => Math.floor(Date.now() / 1000);
const right = () => ({
  iss: provider.issuer,
  aud: CLIENT_ID,
  iat: now(),
  exp: now() + 120,
  jti: crypto.randomUUID(),
  sub: subject,
  events: { [EVENT]: {} },
});
const TYPED = { header: { typ: "logout+jwt" } };

describe("a logout at the desk", () => {
  test("ends the login here, and leads to the provider, which ends its own and returns without asking", async () => {
    const { body } = await browser.call("logout");
    expect(await statusOfMe()).toBe(401);
    const asked = new URL(body.provider ?? "");
    expect(asked.origin).toBe(provider.issuer);
    expect(asked.searchParams.get("post_logout_redirect_uri")).toBe(`${desk()}/desk/login`);
    expect(asked.searchParams.get("id_token_hint")).toMatch(/^eyJ/);
    const page = await browser.open(asked.href, `${desk()}/desk`);
    const back = await browser.submit(page, { logout: "yes" });
    expect(back.url).toBe(`${desk()}/desk/login`);
    // The provider asks for the person again.
    provider.atKeyboard = null;
    expect((await browser.logIn()).url).toContain("failed=providerDenied");
  });

  test("works while the provider is down or without its key, and then reports it or leads there without a hint", async () => {
    const { pool } = shop.database;
    await pool.query("update desk_sessions set id_token = 'lost:AAAA' where sid = any($1)", [await sids()]);
    const { body } = await browser.call("logout");
    expect(new URL(body.provider ?? "").searchParams.get("id_token_hint")).toBeNull();
    expect(await statusOfMe()).toBe(401);
  });
});

describe("a logout that the provider reports", () => {
  test("ends the login at the desk at once, when the person logs out at the provider; both logs record it", async () => {
    const other = await loggedIn();
    const page = await browser.open(`${provider.issuer}/session/end?client_id=${CLIENT_ID}`);
    await browser.submit(page, { logout: "yes" });
    await eventually("the login ends", async () => (await statusOfMe()) === 401);
    // Another login of the same person continues: the report contains one.
    expect(await statusOfMe(other)).toBe(200);
    const { rows } = await shop.database.pool.query("select actor, action from audit_log order by seq desc limit 1");
    expect(rows).toEqual([{ actor: await actor(), action: "desk logout by the provider" }]);
    expect(events.findLast(({ security }) => security === "session.ended")).toMatchObject({ by: "provider" });
  });

  test("by the person ends all logins of that person, and no others", async () => {
    const second = await loggedIn();
    provider.people.set("stays", { name: "Stays", roles: ["support"] });
    provider.atKeyboard = "stays";
    const other = await loggedIn();
    const reply = await report(await provider.sign(right(), TYPED));
    expect([reply.status, reply.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect([await statusOfMe(), await statusOfMe(second), await statusOfMe(other)]).toEqual([401, 401, 200]);
  });

  test("by the login alone ends that login", async () => {
    const second = await loggedIn();
    const [first] = await sids();
    const { sub: _sub, ...claims } = right();
    expect((await report(await provider.sign({ ...claims, sid: first }, TYPED))).status).toBe(200);
    expect([await statusOfMe(), await statusOfMe(second)]).toEqual([401, 200]);
  });

  test("of a login and another person ends nothing", async () => {
    const [sid] = await sids();
    expect((await report(await provider.sign({ ...right(), sub: "somebody else", sid }, TYPED))).status).toBe(200);
    expect(await statusOfMe()).toBe(200);
  });

  test("of a login unknown to the desk ends it by the person", async () => {
    await shop.database.pool.query("update desk_sessions set sid = null where sid = any($1)", [await sids()]);
    expect((await report(await provider.sign({ ...right(), sid: "unknown here" }, TYPED))).status).toBe(200);
    expect(await statusOfMe()).toBe(401);
  });

  test("counts once", async () => {
    const token = await provider.sign(right(), TYPED);
    expect((await report(token)).status).toBe(200);
    browser = await loggedInLater();
    const again = await report(token);
    expect([again.status, await again.json()]).toEqual([400, { failure: "logoutTokenWrong" }]);
    expect(await statusOfMe()).toBe(200);
  });

  test("also ends a login that is in progress", async () => {
    const late = new LoginBrowser(shop);
    const back = await late.comeBack();
    provider.intercept = async (asked) => {
      if (asked.url?.startsWith("/jwks")) return false;
      // The provider has identified the person, and reports the logout before the desk has received the identity.
      if (asked.url?.startsWith("/token")) await report(await provider.sign({ ...right(), iat: now() + 5 }, TYPED));
      return false;
    };
    const { url } = await late.open(back.href, provider.issuer);
    provider.intercept = null;
    expect([new URL(url).searchParams.get("failed"), await statusOfMe(late)]).toEqual(["loginLapsed", 401]);
  });

  test("is also valid if the provider's metadata names no algorithms, with RS256", async () => {
    const address = `${provider.issuer}/.well-known/openid-configuration`;
    const metadata = (await (await fetch(address)).json()) as Record<string, unknown>;
    delete metadata["id_token_signing_alg_values_supported"];
    provider.intercept = (asked, response) => {
      const isAsked = address.endsWith(asked.url ?? "");
      if (isAsked) response.setHeader("content-type", "application/json").end(JSON.stringify(metadata));
      return isAsked;
    };
    const settings = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: "unused", scope: "openid" };
    const client = openIdProvider(
      { ...settings, rolesClaim: null, timeoutMs: 60_000, restMs: 0 },
      { log: pino({ level: "silent" }), now: () => new Date() },
    );
    const token = await provider.sign(right(), TYPED);
    expect(await client.readLogoutToken(token, new Date())).toMatchObject({ subject });
    provider.intercept = null;
  });

  test("is not called forged while the provider does not return its keys", async () => {
    let own: LoginProvider | null = null;
    const other = await startShopAtDeskUrl({
      jobs: true,
      settings: async (at) => {
        own = await startLoginProvider(at);
        return own.settings;
      },
    });
    const down = own as unknown as LoginProvider;
    const claims = { ...right(), iss: down.issuer };
    const token = await down.sign(claims, TYPED);
    const send = () =>
      fetch(`${other.kasse.managementAddress ?? ""}${DESK_API}${DESK_PATHS.providerLogout[1]}`, {
        method: "POST",
        body: new URLSearchParams({ logout_token: token }),
      });
    down.intercept = (asked, response) => {
      if (asked.url?.startsWith("/jwks")) response.writeHead(404).end("{}");
      return Promise.resolve(asked.url?.startsWith("/jwks") === true);
    };
    const refused = await send();
    expect([refused.status, await refused.json()]).toEqual([503, { failure: "providerDown" }]);
    down.intercept = null;
    expect((await send()).status).toBe(200);
    await other.stop();
    await down.stop();
  });

  /** Logs in later than everything reported in this second. */
  async function loggedInLater(): Promise<LoginBrowser> {
    const second = () => Math.floor(Date.now() / 1000);
    const now = second();
    await eventually("the next second", () => Promise.resolve(second() > now));
    return loggedIn();
  }

  type Wrong = {
    readonly claims?: object;
    readonly header?: object;
    readonly key?: "other" | "secret";
    readonly token?: string;
  };
  test.each<[string, Wrong]>([
    ["that is signed with another key", { key: "other" }],
    ["that is signed with the secret of the client", { key: "secret" }],
    ["that is not signed", { token: `${Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString("base64url")}.e30.` }],
    ["that is encrypted", { token: "a.b.c.d.e" }],
    ["that is no token", { token: "" }],
    ["of another issuer", { claims: { iss: "https://evil.example" } }],
    ["without an issuer", { claims: { iss: undefined } }],
    ["for another client", { claims: { aud: "another" } }],
    ["for several clients, none of them named as the one", { claims: { aud: [CLIENT_ID, "another"] } }],
    ["without a client", { claims: { aud: undefined } }],
    ["without the time that it was made", { claims: { iat: undefined } }],
    ["that was made too long ago", { claims: { iat: now() - 700 } }],
    ["from the future", { claims: { iat: now() + 600, exp: now() + 700 } }],
    ["without an end", { claims: { exp: undefined } }],
    ["that has ended", { claims: { iat: now() - 120, exp: now() - 60 } }],
    ["without a person or a login", { claims: { sub: undefined } }],
    ["without the event", { claims: { events: undefined } }],
    ["of another event", { claims: { events: { "https://example.ch/event": {} } } }],
    ["whose event is no object", { claims: { events: { [EVENT]: true } } }],
    ["with a nonce, as an ID token has it", { claims: { nonce: "x" } }],
    ["without a name of its own", { claims: { jti: undefined } }],
    ["with an empty name", { claims: { jti: "" } }],
    ["of another type", { header: { typ: "JWT" } }],
    ["without a type", { header: { typ: undefined } }],
  ])("%s is rejected", async (_what, { claims = {}, header = {}, key, token }) => {
    const sent =
      token ??
      (await provider.sign({ ...right(), ...claims }, { header: { ...TYPED.header, ...header }, ...(key && { key }) }));
    const reply = await report(sent);
    expect([reply.status, await reply.json()]).toEqual([400, { failure: "logoutTokenWrong" }]);
    expect(await statusOfMe()).toBe(200);
    expect(events.at(-1)).toMatchObject({ security: "webhook.forged", reason: "invalid" });
  });

  test("for several clients, with the desk as the authorised party, is valid", async () => {
    const claims = { ...right(), aud: [CLIENT_ID, "another"], azp: CLIENT_ID };
    expect((await report(await provider.sign(claims, TYPED))).status).toBe(200);
  });

  test("is accepted only from a server, as a form, and not from a browser", async () => {
    const token = await provider.sign(right(), TYPED);
    expect((await report(token, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    const form = await fetch(`${desk()}${DESK_API}/logout`, { method: "POST", body: new URLSearchParams({ a: "b" }) });
    expect(form.status).toBe(400);
    expect(await statusOfMe()).toBe(200);
  });
});
