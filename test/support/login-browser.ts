import { request } from "undici";
import { DESK_API, DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";
import { DeskBrowser, type DeskReply, type Sent } from "./desk-browser.ts";

type SameSite = "strict" | "lax" | "none";
type Cookie = { readonly value: string; readonly sameSite: SameSite };

/** A page that was opened: its URL and content. */
export type Opened = {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

/** As compared by browsers; the port does not count (RFC 6265bis, 5.2). */
const siteOf = (url: string) => `${new URL(url).protocol}//${new URL(url).hostname}`;

const MAX_STEPS = 20;

/**
 * A browser that navigates between desk and provider according to the standards: cookies by host and SameSite (RFC
 * 6265bis, 5.2 and 5.6.7), where a redirect belongs to the navigation that started it; the headers of Fetch Metadata;
 * and pages that redirect by `<meta http-equiv="refresh">`, which a sandbox blocks (HTML, 15.1).
 */
export class LoginBrowser extends DeskBrowser {
  private readonly jars = new Map<string, Map<string, Cookie>>();
  /** Each requested URL, with the data sent to it. */
  readonly sent: { readonly url: string; readonly cookies: string; readonly site: string }[] = [];

  /**
   * Opens a URL, as by a link on the page at `from`, or typed by hand without it. `until` marks a URL at which to stop.
   */
  async open(url: string, from: string | null = null, until: (url: string) => boolean = () => false): Promise<Opened> {
    let [next, form]: [string, URLSearchParams | null] = [url, null];
    let chain = from === null ? [] : [from];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if (until(next)) return { url: next, status: 0, headers: new Headers(), text: "" };
      const opened = await this.ask(next, chain, form);
      const location = opened.headers.get("location");
      const refresh = refreshOf(opened);
      if (location !== null) [next, chain] = [new URL(location, next).href, [...chain, next]];
      else if (refresh !== null) [next, chain] = [new URL(refresh, next).href, [next]];
      else return opened;
      form = null;
    }
    throw new Error(`too many steps from ${url} to ${next}`);
  }

  /** Submits the only form of a page, with additional fields. */
  async submit({ url, text }: Opened, more: Readonly<Record<string, string>>): Promise<Opened> {
    const action = new URL(/<form[^>]* action="([^"]*)"/.exec(text)?.[1] ?? "", url).href;
    const hidden = [...text.matchAll(/<input[^>]* name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value],
    );
    const opened = await this.ask(
      action,
      [url],
      new URLSearchParams([...hidden, ...Object.entries(more)] as string[][]),
    );
    const location = opened.headers.get("location");
    return location === null ? opened : this.open(new URL(location, action).href, url);
  }

  private async ask(url: string, chain: readonly string[], form: URLSearchParams | null): Promise<Opened> {
    const isSameSite = chain.every((each) => siteOf(each) === siteOf(url));
    const isSameOrigin = chain.every((each) => new URL(each).origin === new URL(url).origin);
    const related = isSameSite ? "same-site" : "cross-site";
    const linked = isSameOrigin ? "same-origin" : related;
    const site = chain.length === 0 ? "none" : linked;
    const cookies = this.cookiesFor(url, (sameSite) => {
      if (sameSite === "strict") return isSameSite;
      return sameSite !== "lax" || isSameSite || form === null;
    });
    this.sent.push({ url, cookies, site });
    // Without `fetch`, which sets its own Fetch Metadata.
    const reply = await request(url, {
      method: form === null ? "GET" : "POST",
      headers: {
        ...(cookies === "" ? {} : { cookie: cookies }),
        ...(form && { "content-type": "application/x-www-form-urlencoded" }),
        "sec-fetch-site": site,
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
      },
      body: form === null ? null : form.toString(),
    });
    const headers = new Headers();
    for (const [name, value = []] of Object.entries(reply.headers))
      for (const each of [value].flat()) headers.append(name, each);
    this.keep(url, headers);
    return { url, status: reply.statusCode, headers, text: await reply.body.text() };
  }

  /** Makes a call to the desk like its own pages. */
  override async call<Name extends DeskCallName>(name: Name, sent: Sent<Name> = {}): Promise<DeskReply<Name>> {
    const address = `${this.shop.kasse.managementAddress}${DESK_API}${DESK_PATHS[name][1]}`;
    this.cookie = this.cookiesFor(address, () => true) || null;
    const headers = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };
    const reply = await super.call(name, { ...sent, headers: { ...headers, ...sent.headers } });
    this.keep(address, reply.headers);
    return reply;
  }

  /** Logs in at the provider, as by a press on the login page. Returns the final page. */
  async logIn(page = "/desk/orders"): Promise<Opened> {
    const begun = await this.call("beginProviderLogin", { body: { page } });
    if (begun.status !== 200) throw new Error(JSON.stringify(begun.body));
    return this.open(begun.body.url, `${this.shop.kasse.managementAddress}/desk/login`);
  }

  /** The same, up to the URL at which the provider leads back to the desk, which is not opened. */
  async comeBack(page?: string): Promise<URL> {
    const { body } = await this.call("beginProviderLogin", { body: page === undefined ? {} : { page } });
    const from = `${this.shop.kasse.managementAddress}/desk/login`;
    return new URL((await this.open(body.url, from, (url) => url.includes(DESK_PATHS.providerReturn[1]))).url);
  }

  /** Returns the value of a host's cookie; null without one. */
  cookieOf(url: string, name: string): string | null {
    return this.jars.get(new URL(url).hostname)?.get(name)?.value ?? null;
  }

  private cookiesFor(url: string, isSent: (sameSite: SameSite) => boolean): string {
    const jar = [...(this.jars.get(new URL(url).hostname) ?? [])];
    return jar
      .filter(([, { sameSite }]) => isSent(sameSite))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
  }

  private keep(url: string, headers: Headers): void {
    const { hostname } = new URL(url);
    const jar = this.jars.get(hostname) ?? new Map<string, Cookie>();
    this.jars.set(hostname, jar);
    for (const line of headers.getSetCookie()) {
      const [pair = "", ...attributes] = line.split(/; */);
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const of = (wanted: string) =>
        attributes.find((each) => each.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
      const isOver = of("max-age") === "0" || Date.parse(of("expires") ?? "9999-01-01") <= Date.now();
      if (isOver) jar.delete(name);
      else jar.set(name, { value, sameSite: (of("samesite")?.toLowerCase() ?? "lax") as SameSite });
    }
  }
}

/** Returns the target of a page's automatic redirect; null if there is none, or if it is in a sandbox. */
function refreshOf({ headers, text }: Opened): string | null {
  if (headers.get("content-security-policy")?.includes("sandbox")) return null;
  return /<meta http-equiv="refresh" content="0; ?url=([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? null;
}
