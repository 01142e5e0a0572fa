import * as v from "valibot";
import { ENDPOINTS, type AnswerOf } from "#contract/shop/calls.ts";
import { API_PREFIX, BROWSER_PATHS, type BrowserCall } from "#contract/paths.ts";
import { PREPARE_ANSWERS, type PrepareAnswers } from "#contract/schemas/prepare.ts";
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
  const call = callOf(init?.method ?? "GET", input instanceof Request ? input.url : String(input));
  if (call === null) return shop(input, init);
  sent.push({ call, body: typeof init?.body === "string" ? JSON.parse(init.body) : null });
  const askShop = () => shop(input, init);
  return (nextOf(call) ?? ((ask) => ask()))(askShop);
};

/**
 * An upload, which the page sends in this way to see how far it is. It can fail by the network alone, or be kept back.
 */
globalThis.XMLHttpRequest = class extends XMLHttpRequest {
  #call: BrowserCall | null = null;

  override open(method: string, url: string | URL): void {
    this.#call = callOf(method, String(url));
    super.open(method, url);
  }

  override send(body?: FormData): void {
    if (this.#call !== null) sent.push({ call: this.#call, body: body?.get("document") ?? null });
    const standIn = this.#call === null ? undefined : nextOf(this.#call);
    if (!standIn) return super.send(body);
    const sendLater = () => {
      super.send(body);
      return Promise.resolve(new Response());
    };
    void standIn(sendLater).catch(() => this.dispatchEvent(new ProgressEvent("error")));
  }
};

function callOf(method: string, url: string): BrowserCall | null {
  const { pathname } = new URL(url, location.href);
  if (!pathname.startsWith(API_PREFIX)) return null;
  const path = pathname.slice(API_PREFIX.length);
  const names = Object.keys(BROWSER_PATHS) as BrowserCall[];
  const matches = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path);
  return names.find((name) => BROWSER_PATHS[name][0] === method && matches(BROWSER_PATHS[name][1])) ?? null;
}

const nextOf = (call: BrowserCall): StandIn | undefined => standIns.get(call)?.splice(0, 1)[0];

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
  if (typeof answer === "function")
    next(
      name,
      changed((ofShop) => answer(ofShop as AnswerOf<Name>)),
    );
  else next(name, () => Promise.resolve(Response.json(answer)));
}

/** Asks the shop, and changes what it answers. */
const changed =
  (change: (answer: unknown) => unknown): StandIn =>
  async (askShop) => {
    const answer = await askShop();
    return Response.json(change(await answer.json()), { status: answer.status });
  };

const STEPS: { readonly [Step in keyof PrepareAnswers]: v.GenericSchema<unknown, PrepareAnswers[Step]> } =
  PREPARE_ANSWERS;

/** Changes what the shop answers when a step is entered next. */
export function changeStepOnce<Step extends keyof PrepareAnswers>(
  step: Step,
  change: (answer: PrepareAnswers[Step]) => PrepareAnswers[Step],
): void {
  const schema: v.GenericSchema<unknown, PrepareAnswers[Step]> = STEPS[step];
  next(
    "prepare",
    changed((answer) => change(v.parse(schema, answer))),
  );
}

/** Changes the shop's next answer with the price of the checkout. */
export function changePriceOnce(change: (answer: AnswerOf<"checkout">) => AnswerOf<"checkout">): void {
  next(
    "checkout",
    changed((answer) => change(v.parse(ENDPOINTS.checkout.answer, answer))),
  );
}

/** The next time that the page makes this call, the shop does what it asks, but the answer is lost. */
export function loseAnswerOnce(name: BrowserCall): void {
  next(name, async (askShop) => {
    await askShop();
    return networkGone();
  });
}

/**
 * The next time that the page makes this call, it goes to the shop only after the returned function has been called,
 * whose promise resolves when the page has taken the answer.
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

/** What the page has sent with a call, oldest first; with an upload, its file. */
export const sentWith = (name: BrowserCall): readonly unknown[] =>
  sent.flatMap(({ call, body }) => (call === name ? [body] : []));

/** Before each test: no stand-in is left from another. */
export function forgetAnswers(): void {
  standIns.clear();
  sent = [];
}
