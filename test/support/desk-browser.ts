import { DESK_CALLS, type DeskAnswers, type SentDeskBody, type SentDeskQuery } from "#contract/desk/calls.ts";
import { expectInContract } from "./answers.ts";
import { DESK_API, DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";

export const DESK_PASSWORD = "Schalter-Tannenzapfen-88";

/** The parameters of a call. */
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

/** The location of a desk. */
type DeskOf = { readonly kasse: { readonly managementAddress: string | null } };

/** A browser at the desk, with its cookie. */
export class DeskBrowser {
  readonly shop: DeskOf;
  cookie: string | null = null;
  /** The cookie of a known browser. */
  private known: string | null = null;

  constructor(shop: DeskOf) {
    this.shop = shop;
  }

  async call<Name extends DeskCallName>(name: Name, sent: Sent<Name> = {}): Promise<DeskReply<Name>> {
    const [method, path] = DESK_PATHS[name];
    const filled = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(sent.params?.[param] ?? ""));
    const query = new URLSearchParams((sent.query ?? {}) as Record<string, string>);
    const reply = await fetch(`${this.shop.kasse.managementAddress}${DESK_API}${filled}?${query}`, {
      method,
      headers: {
        ...(this.cookie === null && this.known === null
          ? {}
          : { cookie: [this.cookie, this.known].filter((each) => each !== null).join("; ") }),
        ...(method === "POST" ? { "content-type": "application/json" } : {}),
        ...sent.headers,
      },
      ...(method === "POST" ? { body: JSON.stringify(sent.body ?? {}) } : {}),
    });
    for (const set of reply.headers.getSetCookie()) {
      const [cookie = ""] = set.split(";");
      if (cookie.includes("kasse-known=")) this.known = cookie;
      else this.cookie = cookie;
    }
    const body = (await reply.json()) as DeskReply<Name>["body"];
    expectInContract(DESK_CALLS[name], reply.status, body);
    return { status: reply.status, headers: reply.headers, body };
  }

  /** Performs an action on the current version of an order. */
  async act(number: string, body: Omit<SentDeskBody<"act">, "seen">): Promise<DeskReply<"act">> {
    const { body: order } = await this.call("order", { params: { number } });
    return this.call("act", { params: { number }, body: { seen: order.version, ...body } });
  }
}
