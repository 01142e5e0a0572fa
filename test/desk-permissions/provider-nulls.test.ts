import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DESK_PATHS } from "#contract/desk/paths.ts";
import { startShopAtDeskUrl } from "../support/desk.ts";
import { LoginBrowser } from "../support/login-browser.ts";
import { startLoginProvider, type LoginProvider } from "../support/login-provider.ts";
import type { Shop } from "../support/shop.ts";

let provider: LoginProvider;
let shop: Shop;
beforeAll(async () => {
  shop = await startShopAtDeskUrl({
    // A busy machine needs long, which no test measures.
    periods: { loginTimeout: 60_000 },
    settings: async (desk) => {
      // Its ID tokens are short, so that the desk also asks for user info.
      provider = await startLoginProvider(desk, { conform: true });
      provider.intercept = withNulls;
      return provider.settings;
    },
  });
});
afterAll(async () => {
  await shop.stop();
  await provider.stop();
});

/** Members that a provider may leave out, for each path. */
const NULLS: Readonly<Record<string, object>> = {
  "/.well-known/openid-configuration": {
    token_endpoint_auth_methods_supported: null,
    end_session_endpoint: null,
    authorization_response_iss_parameter_supported: null,
  },
  "/jwks": { keys_note: null },
  "/token": { scope: null, refresh_token: null, expires_in: null, token_use: { inner: null } },
  "/me": { email: null, website: null },
};
const answered = new Set<string>();

/** Lets the provider answer, and adds the members to its JSON. */
function withNulls(request: IncomingMessage, response: ServerResponse): boolean {
  const path = new URL(request.url ?? "/", provider.issuer).pathname;
  const nulls = NULLS[path];
  if (!nulls) return false;
  const end = response.end.bind(response) as (body: string) => ServerResponse;
  response.end = ((body: string | Buffer) => {
    answered.add(path);
    const text = JSON.stringify({ ...(JSON.parse(String(body)) as object), ...nulls });
    response.setHeader("content-length", Buffer.byteLength(text));
    return end(text);
  }) as ServerResponse["end"];
  return false;
}

let browser: LoginBrowser;
beforeEach(() => {
  browser = new LoginBrowser(shop);
  provider.people.set("anna", { name: "Anna", preferred_username: "anna.m", roles: ["support"] });
  provider.atKeyboard = "anna";
});

describe("a login provider that sends null for what it does not say", () => {
  test("logs people in, by its metadata, keys, token and user info", async () => {
    const page = await browser.logIn();
    expect(new URL(page.url).searchParams.get("failed")).toBeNull();
    expect((await browser.call("me")).body).toMatchObject({ name: "Anna", email: "anna.m" });
    expect([...answered].sort()).toEqual(Object.keys(NULLS).sort());
    expect(page.url).not.toContain(DESK_PATHS.providerReturn[1]);
  });
});
