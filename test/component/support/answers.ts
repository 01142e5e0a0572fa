import * as v from "valibot";
import { ENDPOINTS, type AnswerOf } from "#contract/endpoints.ts";
import { API_PREFIX, BROWSER_PATHS, type BrowserCall } from "#contract/paths.ts";
import { PREPARE_ANSWERS, type PrepareAnswers } from "#contract/schemas/prepare.ts";

/** What a test has a call answer with, instead of the shop behind it, or on the way to it. */
type StandIn =
  | { readonly status: number; readonly body: object }
  /** Nothing arrives: the network is gone. */
  | "network"
  /** The shop is asked once this is settled. */
  | { readonly until: Promise<void> }
  /** The shop is asked, and its answer is changed. */
  | { readonly change: (answer: unknown) => object };

type Sent = { readonly call: BrowserCall; readonly body: unknown };

const standIns = new Map<BrowserCall, StandIn[]>();
let sent: Sent[] = [];
const shop = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const call = callOf(init?.method ?? "GET", input instanceof Request ? input.url : String(input));
  if (call === null) return shop(input, init);
  sent.push({ call, body: typeof init?.body === "string" ? JSON.parse(init.body) : null });
  const next = nextOf(call);
  if (next === undefined) return shop(input, init);
  if (next === "network") throw new TypeError("Failed to fetch");
  if ("status" in next) return Response.json(next.body, { status: next.status });
  if ("until" in next) return next.until.then(() => shop(input, init));
  const answer = await shop(input, init);
  return Response.json(next.change(await answer.json()), { status: answer.status });
};

/** An upload, which the page sends in this way to see how far it is. */
globalThis.XMLHttpRequest = class extends XMLHttpRequest {
  #call: BrowserCall | null = null;

  override open(method: string, url: string | URL): void {
    this.#call = callOf(method, String(url));
    super.open(method, url);
  }

  override send(body?: FormData): void {
    if (this.#call !== null) sent.push({ call: this.#call, body: body?.get("document") ?? null });
    const next = this.#call === null ? undefined : nextOf(this.#call);
    if (next === undefined) super.send(body);
    else if (next === "network") queueMicrotask(() => this.dispatchEvent(new ProgressEvent("error")));
    else if ("until" in next) void next.until.then(() => super.send(body));
    else throw new Error("An upload can fail by the network alone, or be kept back");
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

function stand(call: BrowserCall, standIn: StandIn): void {
  standIns.set(call, [...(standIns.get(call) ?? []), standIn]);
}

/** The next time that the page makes this call, it fails like this. */
export function failOnce(
  name: BrowserCall,
  failure: { readonly status: number; readonly body: object } | "network",
): void {
  stand(name, failure);
}

/** The next time that the page makes this call, it is answered like this, and the shop is not asked. */
export function answerOnce<Name extends BrowserCall>(name: Name, body: AnswerOf<Name> & object): void {
  stand(name, { status: 200, body });
}

const STEPS: { readonly [Step in keyof PrepareAnswers]: v.GenericSchema<unknown, PrepareAnswers[Step]> } =
  PREPARE_ANSWERS;

/** Changes what the shop answers when a step is entered next. */
export function changeStepOnce<Step extends keyof PrepareAnswers>(
  step: Step,
  change: (answer: PrepareAnswers[Step]) => PrepareAnswers[Step],
): void {
  const schema: v.GenericSchema<unknown, PrepareAnswers[Step]> = STEPS[step];
  stand("prepare", { change: (answer) => change(v.parse(schema, answer)) });
}

/** Changes the shop's next answer with the price of the checkout. */
export function changePriceOnce(change: (answer: AnswerOf<"checkout">) => AnswerOf<"checkout">): void {
  stand("checkout", { change: (answer) => change(v.parse(ENDPOINTS.checkout.answer, answer)) });
}

/** Keeps the next call of this name back, until the returned function lets it go. */
export function hold(name: BrowserCall): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  stand(name, { until: promise });
  return resolve;
}

/** What the page has sent with a call, oldest first; with an upload, its file. */
export const sentWith = (name: BrowserCall): readonly unknown[] =>
  sent.flatMap(({ call, body }) => (call === name ? [body] : []));

/** Before each test: no stand-in is left from another. */
export function forgetAnswers(): void {
  standIns.clear();
  sent = [];
}
