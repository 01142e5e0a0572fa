import type { AnswerOf } from "#contract/endpoints.ts";
import { API_PREFIX, BROWSER_PATHS, type BrowserCall } from "#contract/paths.ts";
import { afterPaint } from "#web/kit/paint.ts";

/** What a test has a call answer with, instead of the shop behind it, which it may ask. */
type StandIn = (askShop: () => Promise<Response>) => Promise<Response>;

/** A failure as it arrives: a text is no answer of the shop. `network`: nothing arrives, the network is gone. */
type Failure = { readonly status: number; readonly body: object | string } | "network";

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
  const askShop = () => shop(input, init);
  return next === undefined ? askShop() : next(askShop);
};

function callOf(method: string, pathname: string): BrowserCall | null {
  const path = pathname.slice(API_PREFIX.length);
  const names = Object.keys(BROWSER_PATHS) as BrowserCall[];
  const matches = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path);
  return names.find((name) => BROWSER_PATHS[name][0] === method && matches(BROWSER_PATHS[name][1])) ?? null;
}

function next(name: BrowserCall, standIn: StandIn): void {
  standIns.set(name, [...(standIns.get(name) ?? []), standIn]);
}

const networkGone = () => Promise.reject(new TypeError("Failed to fetch"));

/** The next time that the page makes this call, it fails like this. */
export function failOnce(name: BrowserCall, failure: Failure): void {
  next(name, async () => {
    if (failure === "network") return networkGone();
    const { status, body } = failure;
    return typeof body === "string" ? new Response(body, { status }) : Response.json(body, { status });
  });
}

/** The next time that the page makes this call, it gets this answer. A function changes that of the shop. */
export function answerOnce<Name extends BrowserCall>(
  name: Name,
  answer: AnswerOf<Name> | ((ofShop: AnswerOf<Name>) => AnswerOf<Name>),
): void {
  next(name, async (askShop) => {
    if (typeof answer !== "function") return Response.json(answer);
    return Response.json(answer((await (await askShop()).json()) as AnswerOf<Name>));
  });
}

/** The next time that the page makes this call, the shop does what it asks, but the answer is lost. */
export function loseAnswerOnce(name: BrowserCall): void {
  next(name, async (askShop) => {
    await askShop();
    return networkGone();
  });
}

/**
 * The next time that the page makes this call, it goes to the shop only after the returned function has been called, whose promise resolves when
 * the page has taken the answer.
 */
export function hold(name: BrowserCall): () => Promise<void> {
  const [opened, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  next(name, async (askShop) => {
    await opened.promise;
    const answer = await askShop();
    const whole = new Response(await answer.arrayBuffer(), answer);
    void afterPaint().then(afterPaint).then(answered.resolve);
    return whole;
  });
  return () => {
    opened.resolve();
    return answered.promise;
  };
}

/** What the page has sent with a call, oldest first. */
export const sentWith = (name: BrowserCall): readonly unknown[] =>
  sent.flatMap(({ call, body }) => (call === name ? [body] : []));

/** Before each test: no stand-in is left from another. */
export function forgetAnswers(): void {
  standIns.clear();
  sent = [];
}
