import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startShopAtDeskUrl } from "../support/desk.ts";
import { LoginBrowser, type Opened } from "../support/login-browser.ts";
import { startLoginProvider, type LoginProvider } from "../support/login-provider.ts";
import { eventually, type Shop } from "../support/shop.ts";

let provider: LoginProvider;
let shop: Shop;
const lines: string[] = [];
beforeAll(async () => {
  shop = await startShopAtDeskUrl({
    jobs: true,
    onLog: (line) => void lines.push(line),
    env: { LOG_LEVEL: "warn" },
    periods: { loginTimeout: 1000 },
    settings: async (desk) => (provider = await startLoginProvider(desk)).settings,
  });
});
afterAll(async () => {
  await shop.stop();
  await provider.stop();
});

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
  test("is a failure that the page can report: down, broken, silent", async () => {
    const fails: ((response: Parameters<NonNullable<LoginProvider["intercept"]>>[1]) => unknown)[] = [
      (response) => response.destroy(),
      (response) => response.writeHead(503).end("down"),
      // It never answers, so the desk stops waiting by itself.
      () => undefined,
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

  test("has a time limit for the whole login, not for each of its calls", async () => {
    // The roles are requested again.
    provider.people.set(subject, { name: "Anna", email: "anna@example.ch" });
    const back = await browser.comeBack();
    provider.intercept = () => delay(800).then(() => false);
    expect(failure(await returnTo(back))).toBe("providerDown");
  });

  test("does not prevent the start, is not called after three failures, and called again later", async () => {
    let down: LoginProvider | null = null;
    const own = await startShopAtDeskUrl({
      jobs: true,
      periods: { loginTimeout: 1000, callRest: 1500 },
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
    await eventually("it is tried again", async () => (await begin()).status === 200);
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
