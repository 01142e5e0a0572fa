import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openIdProvider } from "#server/integrations/openid/provider.ts";
import { newLoginSecret, secretsOf } from "#server/platform/openid-provider.ts";
import { Unavailable } from "#server/platform/unavailable.ts";
import { startShopAtDeskUrl } from "../support/desk.ts";
import { LoginBrowser, type Opened } from "../support/login-browser.ts";
import { CLIENT_ID, startLoginProvider, type LoginProvider } from "../support/login-provider.ts";
import type { Shop } from "../support/shop.ts";

let provider: LoginProvider;
let shop: Shop;
const lines: string[] = [];
beforeAll(async () => {
  shop = await startShopAtDeskUrl({
    jobs: true,
    onLog: (line) => void lines.push(line),
    env: { LOG_LEVEL: "warn" },
    // A busy machine needs long, which no test measures.
    periods: { loginTimeout: 60_000 },
    settings: async (desk) => (provider = await startLoginProvider(desk)).settings,
  });
});
afterAll(async () => {
  await shop.stop();
  await provider.stop();
});

/** The time limit of a login at a provider that is too slow, and how long one that failed is not called, in ms. */
const LIMIT_MS = 1000;
const REST_MS = 3600_000;
const subject = "anna";
let browser: LoginBrowser;
beforeEach(() => {
  browser = new LoginBrowser(shop);
  provider.intercept = null;
  provider.people.set(subject, { name: "Anna", email: "anna@example.ch", roles: ["support"] });
  provider.atKeyboard = subject;
});
const failure = ({ url }: Opened) => new URL(url).searchParams.get("failed");
/** Returns from the provider. */
const returnTo = (url: URL) => browser.open(url.href, provider.issuer);

describe("a failing provider", () => {
  test("is a failure that the page can report: down, broken", async () => {
    const fails: ((response: Parameters<NonNullable<LoginProvider["intercept"]>>[1]) => unknown)[] = [
      (response) => response.destroy(),
      (response) => response.writeHead(503).end("down"),
    ];
    for (const fail of fails) {
      const back = await browser.comeBack();
      provider.intercept = (asked, response) => {
        if (!asked.url?.startsWith("/token")) return false;
        fail(response);
        return true;
      };
      expect(failure(await returnTo(back))).toBe("providerDown");
      provider.intercept = null;
      // A success in between, so that calls to the provider continue.
      expect(failure(await browser.logIn())).toBeNull();
    }
    expect(lines.some((line) => line.includes("the login provider of the desk did not answer"))).toBe(true);
  });

  test.each<[string, NonNullable<LoginProvider["intercept"]>]>([
    ["silent", () => true],
    // Its metadata comes in time, and the refusal of the code too late.
    ["slow", () => delay(0.8 * LIMIT_MS).then(() => false)],
  ])("that is %s has a time limit for the whole login, not for each of its calls", async (_mood, intercept) => {
    const settings = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: "none", scope: "openid" };
    const client = openIdProvider(
      { ...settings, rolesClaim: null, timeoutMs: LIMIT_MS, restMs: 0 },
      { log: pino({ level: "silent" }), now: () => new Date() },
    );
    const secrets = secretsOf(newLoginSecret());
    const back = new URL(`https://desk.example/return`);
    back.search = new URLSearchParams({ code: "none", state: secrets.state, iss: provider.issuer }).toString();
    provider.intercept = intercept;
    await expect(client.identify(secrets, back)).rejects.toBeInstanceOf(Unavailable);
  });

  test("does not prevent the start, is not called after three failures, and called again later", async () => {
    let down: LoginProvider | null = null;
    const own = await startShopAtDeskUrl({
      jobs: true,
      // Longer than the test on any machine: the clock is set ahead instead.
      periods: { callRest: REST_MS },
      settings: async (at) => {
        down = await startLoginProvider(at);
        await down.stop();
        return down.settings;
      },
    });
    const somebody = new LoginBrowser(own);
    const begin = () => somebody.call("beginProviderLogin", { body: {} });
    for (let tries = 0; tries < 3; tries += 1)
      expect([(await begin()).status, (await begin()).body]).toEqual([503, { failure: "providerDown" }]);
    expect(await own.metrics()).toContain('kasse_circuit_open{system="login provider"} 1');
    expect((await begin()).body.failure).toBe("providerDown");
    await (down as LoginProvider | null)?.start();
    // The provider would answer now, but is still not called.
    expect((await begin()).body.failure).toBe("providerDown");
    const { now } = Date;
    const later = vi.spyOn(Date, "now").mockImplementation(() => now() + REST_MS);
    expect((await begin()).status).toBe(200);
    later.mockRestore();
    await own.stop();
    await (down as LoginProvider | null)?.stop();
  });

  test.each([
    ["another host", (issuer: string) => issuer.replace("localhost", "127.0.0.1")],
    ["a slash at the end", (issuer: string) => `${issuer}/`],
  ])("with metadata of another issuer is not used: %s", async (_what, changed) => {
    let other: LoginProvider | null = null;
    const own = await startShopAtDeskUrl({
      jobs: true,
      settings: async (at) => {
        other = await startLoginProvider(at);
        return { ...other.settings, DESK_OIDC_ISSUER: changed(other.issuer) };
      },
    });
    expect((await new LoginBrowser(own).call("beginProviderLogin", { body: {} })).body.failure).toBe("providerDown");
    await own.stop();
    await (other as LoginProvider | null)?.stop();
  });
});
