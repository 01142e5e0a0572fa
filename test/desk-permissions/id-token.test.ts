import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startShopAtDeskUrl } from "../support/desk.ts";
import { LoginBrowser, type Opened } from "../support/login-browser.ts";
import { CLIENT_ID, startLoginProvider, type LoginProvider } from "../support/login-provider.ts";
import type { Shop } from "../support/shop.ts";

let provider: LoginProvider;
let shop: Shop;
beforeAll(async () => {
  shop = await startShopAtDeskUrl({
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
const desk = () => shop.kasse.managementAddress ?? "";

describe("an ID token", () => {
  type Forged = {
    readonly claims?: object;
    readonly header?: object;
    readonly key?: "other" | "secret";
    readonly token?: string;
    /** Other fields of the answer. */
    readonly beside?: object;
  };
  /** Logs in while the provider's token endpoint answers with this ID token. Unspecified parts are valid. */
  async function logInWith({ claims = {}, header = {}, key, token, beside = {} }: Forged): Promise<string | null> {
    const { body } = await browser.call("beginProviderLogin", { body: {} });
    const nonce = new URL(body.url).searchParams.get("nonce");
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: provider.issuer, sub: subject, aud: CLIENT_ID, iat: now, exp: now + 60, nonce };
    const idToken =
      token ??
      (await provider.sign(
        { ...right, name: "N", email: "n@example.ch", roles: ["support"], ...claims },
        { header, ...(key && { key }) },
      ));
    provider.intercept = (asked, response) => {
      if (!asked.url?.startsWith("/token")) return false;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ access_token: "a", token_type: "Bearer", id_token: idToken, ...beside }));
      return true;
    };
    return failure(await browser.open(body.url, `${desk()}/desk/login`));
  }
  const PAST = Math.floor(Date.now() / 1000) - 3600;

  test("that is valid logs in", async () => {
    expect(await logInWith({})).toBeNull();
  });

  test("logs in, although the answer has null for what it does not say", async () => {
    const beside = { expires_in: null, refresh_token: null, scope: null };
    expect(await logInWith({ beside })).toBeNull();
  });

  test.each<[string, Forged]>([
    ["signed with another key of the same name", { key: "other" }],
    ["signed with the secret of the client", { key: "secret" }],
    ["of another issuer", { claims: { iss: "https://evil.example" } }],
    ["for another client", { claims: { aud: "another client" } }],
    ["that is too old", { claims: { iat: PAST, exp: PAST + 60 } }],
    ["without a nonce", { claims: { nonce: undefined } }],
    ["with the nonce of another login", { claims: { nonce: "x".repeat(43) } }],
    ["without a subject", { claims: { sub: undefined } }],
    ["with a subject of control characters", { claims: { sub: "a\u0000b" } }],
    ["without a signature", { token: `${Buffer.from('{"alg":"none"}').toString("base64url")}.e30.` }],
    ["that is none", { token: "x" }],
  ])("%s does not", async (_what, forged) => {
    expect(await logInWith(forged)).toBe("identityInvalid");
    expect((await browser.call("me")).status).toBe(401);
  });
});
