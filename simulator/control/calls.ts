import { isFailureName, WHEN, type When } from "#simulator/play/switches.ts";
import { type Part, stateOf } from "./state.ts";

export type Reply = { readonly status: number; readonly body: object };

const NOT_FOUND: Reply = { status: 404, body: { error: "There is no such path." } };
/** Maximum delay of a response, in ms. */
const MAX_DELAY_MS = 600_000;

/**
 * The control interface:
 *
 * - `GET /state`: everything that the page shows.
 * - `PUT /failures/{provider}/{failure}` with `{"when":"off|once|always","ms":3000}`; `ms` is the delay.
 * - `DELETE /failures`, `DELETE /failures/{provider}`: switches off all failures, or those of one provider.
 * - `POST /actions/{provider}/{action}` with `{"id":"…","value":"…"}`: 200 with `done`, or 409 with `error` if the
 *   action is
 *   not possible now.
 */
export async function answerCall(parts: readonly Part[], method: string, path: string, body: unknown): Promise<Reply> {
  const [kind, providerName, name = "", ...rest] = path.split("/").slice(1).map(decodeURIComponent);
  if (rest.length > 0) return NOT_FOUND;
  if (method === "GET" && kind === "state") return { status: 200, body: stateOf(parts) };
  if (method === "DELETE" && kind === "failures") {
    const chosen = parts.filter(({ provider }) => providerName === undefined || provider.name === providerName);
    for (const { switches } of chosen) switches.clear();
    return chosen.length > 0 ? { status: 200, body: stateOf(parts) } : NOT_FOUND;
  }
  const part = parts.find(({ provider }) => provider.name === providerName);
  if (!part) return NOT_FOUND;
  const given = typeof body === "object" && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  if (method === "PUT" && kind === "failures") return setFailure(part, name, given, parts);
  if (method === "POST" && kind === "actions") return act(part, name, given);
  return NOT_FOUND;
}

function setFailure(
  { provider, switches }: Part,
  name: string,
  { when, ms }: Readonly<Record<string, unknown>>,
  parts: readonly Part[],
): Reply {
  if (!isFailureName(name)) return NOT_FOUND;
  const here = provider.failures[name];
  if ("doesNotApplyBecause" in here)
    return { status: 409, body: { error: `It does not apply because ${here.doesNotApplyBecause}` } };
  if (!isWhen(when)) return { status: 400, body: { error: `"when" is one of ${WHEN.join(", ")}.` } };
  if (ms !== undefined && !isDelay(ms))
    return { status: 400, body: { error: `"ms" is a whole number from 0 to ${MAX_DELAY_MS}.` } };
  switches.set(name, when, ms);
  return { status: 200, body: stateOf(parts) };
}

const isWhen = (value: unknown): value is When => WHEN.some((each) => each === value);
const isDelay = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MAX_DELAY_MS;

async function act({ playing }: Part, name: string, given: Readonly<Record<string, unknown>>): Promise<Reply> {
  const action = Object.hasOwn(playing.actions, name) ? playing.actions[name] : undefined;
  if (!action) return NOT_FOUND;
  const text = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  const outcome = await action.run({ id: text(given["id"]), value: text(given["value"]) });
  return "done" in outcome ? { status: 200, body: outcome } : { status: 409, body: { error: outcome.refused } };
}
