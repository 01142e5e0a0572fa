import { kasse, settingsOf } from "./cli.ts";
import { DESK_PASSWORD, DeskBrowser } from "./desk-browser.ts";
import { freePort } from "./ports.ts";
import { startShop, type Shop, type ShopOptions } from "./shop.ts";

export const DESK_URL = "http://127.0.0.1:9000";

/** Starts a shop with a desk. */
export const startShopWithDesk = (options: ShopOptions = {}): Promise<Shop> =>
  startShop({ ...options, env: { DESK_URL, ...options.env } });

/** Invites a person with `kasse desk invite`. Returns the secret of the link. */
export async function invited(shop: Shop, email: string, role: string): Promise<string> {
  const ran = await kasse(["desk", "invite", email, "--name", email.split("@")[0] ?? "", "--role", role], {
    ...settingsOf(shop),
    DESK_URL,
  });
  if (ran.code !== 0) throw new Error(ran.err);
  return ran.out.split("#")[1] ?? "";
}

/** Returns a browser logged in at the desk as a new person. */
export async function atDesk(shop: Shop, email: string, role: string): Promise<DeskBrowser> {
  const browser = new DeskBrowser(shop);
  const secret = await invited(shop, email, role);
  const accepted = await browser.call("acceptInvitation", { body: { secret, password: DESK_PASSWORD } });
  if (accepted.status !== 200) throw new Error(JSON.stringify(accepted.body));
  return browser;
}

/** Starts a shop whose desk is really reachable at `DESK_URL`, which a provider and authenticators need. */
export async function startShopAtDeskUrl(
  options: ShopOptions & { readonly settings?: (desk: string) => Promise<Readonly<Record<string, string>>> } = {},
): Promise<Shop> {
  const port = await freePort();
  const desk = `http://127.0.0.1:${port}`;
  const { settings, ...rest } = options;
  const env = { DESK_URL: desk, MANAGEMENT_PORT: String(port), ...(await settings?.(desk)), ...options.env };
  return startShop({ ...rest, env });
}
