import type { DeskAnswers, SentDeskBody, SentDeskQuery } from "#contract/desk/calls.ts";
import { DESK_API, DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";
import type { Reply } from "./shopper.ts";

/** The parameters of a call of the desk. */
type Sent<Name extends DeskCallName> = {
  /** The `:name` parts of its path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: SentDeskQuery<Name>;
  readonly body?: SentDeskBody<Name>;
};
/** An answer of the desk; after a refusal, `failure` is its name. */
type DeskReply<Name extends DeskCallName> = Reply<DeskAnswers[Name] & { readonly failure?: string }>;

/** Somebody who is logged in at the desk, with a browser of their own. */
export class DeskPerson {
  readonly email: string;
  locale = "de";
  private cookie = "";
  private readonly url: string;

  /** `url`: the address of the desk, without a slash at its end. */
  constructor(url: string, email: string) {
    this.url = url;
    this.email = email;
  }

  /** Calls the desk, as its pages do. */
  async call<Name extends DeskCallName>(name: Name, sent: Sent<Name> = {}): Promise<DeskReply<Name>> {
    const reply = await this.request(name, sent);
    return { status: reply.status, headers: reply.headers, body: (await reply.json()) as DeskReply<Name>["body"] };
  }

  /** Downloads a file from the desk. Returns its text. */
  async download<Name extends DeskCallName>(name: Name, sent: Sent<Name> = {}): Promise<string> {
    const reply = await this.request(name, sent);
    if (!reply.ok) throw new Error(`${name} answered ${reply.status}: ${await reply.text()}`);
    return reply.text();
  }

  private async request<Name extends DeskCallName>(name: Name, { params, query, body }: Sent<Name>): Promise<Response> {
    const [method, pattern] = DESK_PATHS[name];
    const path = pattern.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params?.[param] ?? ""));
    const search = new URLSearchParams((query ?? {}) as Record<string, string>).toString();
    const reply = await fetch(`${this.url}${DESK_API}${path}?${search}`, {
      method,
      headers: {
        locale: this.locale,
        ...(this.cookie !== "" && { cookie: this.cookie }),
        ...(method === "POST" && { "content-type": "application/json" }),
      },
      ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
    });
    const login = reply.headers.getSetCookie().find((cookie) => cookie.startsWith("kasse-desk="));
    if (login !== undefined) this.cookie = login.split(";")[0] ?? "";
    return reply;
  }
}
