import type { AnswerOf, BodyOf } from "#contract/shop/calls.ts";
import { PATHS, type EndpointName } from "#contract/all-paths.ts";
import { API_PREFIX, XSRF } from "#contract/paths.ts";
import { NEW_PASSWORD, personForm } from "./people.ts";

export type Reply<Body = unknown> = { readonly status: number; readonly body: Body; readonly headers: Headers };
/** The buttons of the sandbox provider's page. */
export type PaymentOutcome = "pay" | "decline" | "cancel" | "pay-and-close";
type Wide = Record<string, unknown>;
type Sent = { readonly method: string; readonly url: string; readonly body: unknown };

/** A client of the API, written from the wire page like a third party's: cookie, headers, checkout id, token. */
export class Shopper {
  checkoutId: string | null = null;
  token: string | null = null;
  locale = "de";
  /** Additional headers of every request, such as a proxy's. */
  extra: Readonly<Record<string, string>> = {};
  /** The cookies of this browser by name. */
  readonly cookies = new Map<string, string>();
  userAgent: string | null = null;

  private readonly addressOf: () => string;

  /** With several servers on one database, `url` returns the target of the next request. */
  constructor(url: string | (() => string)) {
    this.addressOf = typeof url === "string" ? () => url : url;
  }

  /** Makes any request, with the headers of a browser in this shop; `headers` overrides them, null omits one. */
  async request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string | null> = {},
  ): Promise<Reply<Wide>> {
    if (method === "POST") await this.ensureCookie();
    const all: Record<string, string | null> = {
      accept: "application/json",
      locale: this.locale,
      checkoutId: this.checkoutId,
      authorization: this.token && `Bearer ${this.token}`,
      cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") || null,
      [XSRF.header]: this.xsrfCookie() ?? null,
      "user-agent": this.userAgent,
      ...(body !== undefined && !(body instanceof FormData) && typeof body !== "string"
        ? { "content-type": "application/json" }
        : {}),
      ...this.extra,
      ...headers,
    };
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
    const url = this.addressOf() + path;
    const response = await fetch(url, {
      method,
      headers: sent,
      redirect: "manual",
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData || typeof body === "string" ? body : JSON.stringify(body) }),
    });
    this.keepCookies(response);
    const text = await response.text();
    const answered = this.answered({ method, url, body }, response.status, parse(text));
    return { status: response.status, body: answered, headers: response.headers };
  }

  async call<Name extends EndpointName>(
    name: Name,
    body?: BodyOf<Name>,
    params: Record<string, string> = {},
  ): Promise<Reply<AnswerOf<Name>>> {
    const [method, pattern] = PATHS[name];
    const path = pattern.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ""));
    const reply = await this.request(method, API_PREFIX + path, method === "POST" ? (body ?? {}) : undefined);
    this.called(name, reply);
    return reply as Reply<AnswerOf<Name>>;
  }

  prepare(step: string, pageStep = step): Promise<Reply<Wide>> {
    return this.request("GET", `${API_PREFIX}/prepare/${step}/${pageStep}`);
  }

  /** Creates or changes the record, and remembers the id. */
  async choose(record: BodyOf<"checkout">): Promise<AnswerOf<"checkout">> {
    const reply = await this.call("checkout", this.checkoutId ? { ...record, id: this.checkoutId } : record);
    if (reply.status !== 200) throw new Error(`POST /checkout answered ${reply.status} ${JSON.stringify(reply.body)}`);
    this.checkoutId = reply.body.id;
    return reply.body;
  }

  async register(email: string, password = NEW_PASSWORD): Promise<Reply<Wide>> {
    this.token = null;
    return this.call("newCustomer", { username: email, password });
  }

  async logIn(username: string, password = "kasse-demo-2026"): Promise<Reply<Wide>> {
    const reply = await this.call("passwordLogin", { username, password });
    if (reply.status === 200) this.token = reply.body.body.token;
    return reply;
  }

  async upload(image: Blob, name = "ausweis.jpg"): Promise<Reply<Wide>> {
    const form = new FormData();
    form.set("document", image, name);
    return this.request("POST", `${API_PREFIX}/upload-document`, form);
  }

  async createCustomer(form: Wide): Promise<Reply<Wide>> {
    const reply = await this.call("createCustomer", form as BodyOf<"createCustomer">);
    if (reply.status === 200) this.token = reply.body.body.token;
    return reply;
  }

  /** Goes from a chosen record to a created customer, as a new shopper; throws if a step does not answer 200. */
  async becomeCustomer(email: string, image: Blob | null, changes: Wide = {}): Promise<void> {
    const form = { ...personForm(email), ...changes } as Wide;
    await expectOk("register", this.register(email));
    await expectOk("validate", this.call("validateCustomer", form as BodyOf<"validateCustomer">));
    await expectOk("update", this.call("updateCustomer", form as BodyOf<"updateCustomer">));
    if (image) await expectOk("upload", this.upload(image));
    await expectOk("create", this.createCustomer(form));
  }

  /** Presses a button on the sandbox provider's page, like the shopper's browser. Returns the id in the return URL. */
  async pressAtProvider(redirectUrl: string, outcome: PaymentOutcome): Promise<string | null> {
    return (await this.returnFromProvider(redirectUrl, outcome)).searchParams.get("hostedCheckoutId");
  }

  /** Like `pressAtProvider`, but returns the whole return URL. */
  async returnFromProvider(redirectUrl: string, outcome: PaymentOutcome): Promise<URL> {
    const response = await fetch(redirectUrl, {
      method: "POST",
      body: new URLSearchParams({ outcome }),
      redirect: "manual",
    });
    if (response.status !== 303) throw new Error(`The provider answered ${response.status}`);
    return new URL(response.headers.get("location") ?? "", redirectUrl);
  }

  transactionStatus(hostedId: string): Promise<Reply<Wide>> {
    return this.request("GET", `${API_PREFIX}/transaction-status?checkoutId=${encodeURIComponent(hostedId)}`);
  }

  /** Is told of every answer, and returns its body. */
  protected answered(_request: Sent, _status: number, body: Wide): Wide {
    return body;
  }

  /** Is told of the answer of every call of the contract. */
  protected called(_name: EndpointName, _reply: Reply): void {}

  private async ensureCookie(): Promise<void> {
    if (this.xsrfCookie() !== undefined) return;
    const response = await fetch(`${this.addressOf()}${API_PREFIX}/catalogue`);
    await response.arrayBuffer();
    this.keepCookies(response);
  }

  private xsrfCookie(): string | undefined {
    return this.cookies.get(XSRF.secureCookie) ?? this.cookies.get(XSRF.cookie);
  }

  private keepCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.cookies.set(name, value);
    }
  }
}

export async function expectOk<Body>(what: string, reply: Promise<Reply<Body>>): Promise<Body> {
  const { status, body } = await reply;
  if (status !== 200) throw new Error(`${what} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

function parse(text: string): Wide {
  try {
    return JSON.parse(text) as Wide;
  } catch {
    return { text };
  }
}
