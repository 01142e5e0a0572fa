import { API_PREFIX, BROWSER_PATHS, type BrowserCall } from "#contract/paths.ts";

/** What a test has a call answer with, instead of the shop behind it. */
type StandIn =
  | { readonly status: number; readonly body: object }
  /** Nothing arrives: the network is gone. */
  | "network";

type Sent = { readonly call: BrowserCall; readonly body: unknown };

const standIns = new Map<BrowserCall, StandIn[]>();
let sent: Sent[] = [];
const shop = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input), location.href);
  const call = url.pathname.startsWith(API_PREFIX) ? callOf(init?.method ?? "GET", url.pathname) : null;
  if (call === null) return shop(input, init);
  sent.push({ call, body: typeof init?.body === "string" ? JSON.parse(init.body) : null });
  const [next] = standIns.get(call)?.splice(0, 1) ?? [];
  if (next === undefined) return shop(input, init);
  if (next === "network") throw new TypeError("Failed to fetch");
  return Response.json(next.body, { status: next.status });
};

function callOf(method: string, pathname: string): BrowserCall | null {
  const path = pathname.slice(API_PREFIX.length);
  const names = Object.keys(BROWSER_PATHS) as BrowserCall[];
  const matches = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path);
  return names.find((name) => BROWSER_PATHS[name][0] === method && matches(BROWSER_PATHS[name][1])) ?? null;
}

/** The next time that the page makes this call, it fails like this. */
export function failOnce(
  name: BrowserCall,
  failure: { readonly status: number; readonly body: object } | "network",
): void {
  standIns.set(name, [...(standIns.get(name) ?? []), failure]);
}

/** What the page has sent with a call, oldest first. */
export const sentWith = (name: BrowserCall): readonly unknown[] =>
  sent.flatMap(({ call, body }) => (call === name ? [body] : []));

/** Before each test: no stand-in is left from another. */
export function forgetAnswers(): void {
  standIns.clear();
  sent = [];
}
