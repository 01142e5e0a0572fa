import * as v from "valibot";
import { ENDPOINTS, type AnswerOf } from "#contract/shop/calls.ts";
import { API_PREFIX, BROWSER_PATHS, type BrowserCall } from "#contract/paths.ts";
import { PREPARE_ANSWERS, type PrepareAnswers } from "#contract/schemas/prepare.ts";
import { afterPaint } from "#web/kit/paint.ts";

/** Answers a call instead of the shop; it can call the shop itself. */
type StandIn = (askShop: () => Promise<Response>) => Promise<Response>;

/**
 * A failure as it arrives. A text body is not an answer of the shop. `network`: nothing arrives, because the network is
 * down.
 */
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
 * An upload, which the page sends by XMLHttpRequest to show its progress. It can only fail by the network, or be held.
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

/** Makes the page's next call of this name fail. */
export function failOnce(name: BrowserCall, failure: Failure): void {
  next(name, async () => {
    if (failure === "network") return networkGone();
    const { status, body } = failure;
    return typeof body === "string" ? new Response(body, { status }) : Response.json(body, { status });
  });
}

/** Answers the page's next call of this name. A function modifies the shop's answer. */
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

/** Asks the shop, and modifies its answer. */
const changed =
  (change: (answer: unknown) => unknown): StandIn =>
  async (askShop) => {
    const answer = await askShop();
    return Response.json(change(await answer.json()), { status: answer.status });
  };

const STEPS: { readonly [Step in keyof PrepareAnswers]: v.GenericSchema<unknown, PrepareAnswers[Step]> } =
  PREPARE_ANSWERS;

/** Modifies the shop's answer the next time that a step is entered. */
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

/** Modifies the shop's next answer with the price of the checkout. */
export function changePriceOnce(change: (answer: AnswerOf<"checkout">) => AnswerOf<"checkout">): void {
  next(
    "checkout",
    changed((answer) => change(v.parse(ENDPOINTS.checkout.answer, answer))),
  );
}

/** Forwards the page's next call of this name to the shop, but drops the answer. */
export function loseAnswerOnce(name: BrowserCall): void {
  next(name, async (askShop) => {
    await askShop();
    return networkGone();
  });
}

/**
 * Holds the page's next call of this name until the returned function is called. Its promise resolves when the page has
 * received the answer.
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

/** Returns the bodies that the page has sent with a call, oldest first; for an upload, its file. */
export const sentWith = (name: BrowserCall): readonly unknown[] =>
  sent.flatMap(({ call, body }) => (call === name ? [body] : []));

/** Removes the stand-ins of the previous test. */
export function forgetAnswers(): void {
  standIns.clear();
  sent = [];
}
