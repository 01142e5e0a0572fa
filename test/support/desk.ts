import type { DeskAnswers } from "#contract/desk/answers.ts";
import type { SentDeskBody, SentDeskQuery } from "#contract/desk/calls.ts";
import { DESK_API, DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";
import { kasse, settingsOf } from "./cli.ts";
import { freePort } from "./ports.ts";
import { startShop, type Shop, type ShopOptions } from "./shop.ts";

export const DESK_URL = "http://127.0.0.1:9000";
export const DESK_PASSWORD = "Schalter-Tannenzapfen-88";

/** A shop with a desk. */
export const startShopWithDesk = (options: ShopOptions = {}): Promise<Shop> =>
  startShop({ ...options, env: { DESK_URL, ...options.env } });

/** What a call is made with. */
export type Sent<Name extends DeskCallName> = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: SentDeskQuery<Name>;
  readonly body?: SentDeskBody<Name>;
  readonly headers?: Readonly<Record<string, string>>;
};
export type DeskReply<Name extends DeskCallName> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: (DeskAnswers[Name] extends null ? unknown : DeskAnswers[Name]) & {
    readonly failure?: string;
    readonly [detail: string]: unknown;
  };
};

/** A browser at the desk, with its cookie. */
export class DeskBrowser {
  readonly shop: Shop;
  cookie: string | null = null;

  constructor(shop: Shop) {
    this.shop = shop;
  }

  async call<Name extends DeskCallName>(name: Name, sent: Sent<Name> = {}): Promise<DeskReply<Name>> {
    const [method, path] = DESK_PATHS[name];
    const filled = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(sent.params?.[param] ?? ""));
    const query = new URLSearchParams((sent.query ?? {}) as Record<string, string>);
    const reply = await fetch(`${this.shop.kasse.managementAddress}${DESK_API}${filled}?${query}`, {
      method,
      headers: {
        ...(this.cookie === null ? {} : { cookie: this.cookie }),
        ...(method === "POST" ? { "content-type": "application/json" } : {}),
        ...sent.headers,
      },
      ...(method === "POST" ? { body: JSON.stringify(sent.body ?? {}) } : {}),
    });
    const [cookie] = reply.headers.getSetCookie();
    if (cookie) this.cookie = cookie.split(";")[0] ?? null;
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as DeskReply<Name>["body"] };
  }

  /** Does something to an order as it is now. */
  async act(number: string, body: Omit<SentDeskBody<"act">, "seen">): Promise<DeskReply<"act">> {
    const { body: order } = await this.call("order", { params: { number } });
    return this.call("act", { params: { number }, body: { seen: order.version, ...body } });
  }
}

/** The secret of an invitation, as `kasse desk invite` prints its link. */
export async function invited(shop: Shop, email: string, role: string): Promise<string> {
  const ran = await kasse(["desk", "invite", email, "--name", email.split("@")[0] ?? "", "--role", role], {
    ...settingsOf(shop),
    DESK_URL,
  });
  if (ran.code !== 0) throw new Error(ran.err);
  return ran.out.split("#")[1] ?? "";
}

/** Somebody who is logged in at the desk. */
export async function atDesk(shop: Shop, email: string, role: string): Promise<DeskBrowser> {
  const browser = new DeskBrowser(shop);
  const secret = await invited(shop, email, role);
  const accepted = await browser.call("acceptInvitation", { body: { secret, password: DESK_PASSWORD } });
  if (accepted.status !== 200) throw new Error(JSON.stringify(accepted.body));
  return browser;
}

/** A shop whose desk is really reached at `DESK_URL`, as a provider and authenticators need it. */
export async function startShopAtDeskUrl(
  options: ShopOptions & { readonly settings?: (desk: string) => Promise<Readonly<Record<string, string>>> } = {},
): Promise<Shop> {
  const port = await freePort();
  const desk = `http://127.0.0.1:${port}`;
  const { settings, ...rest } = options;
  const env = { DESK_URL: desk, MANAGEMENT_PORT: String(port), ...(await settings?.(desk)), ...options.env };
  return startShop({ ...rest, env });
}
