import { deadline } from "#web/kit/exchange.ts";
import { CALL_TIMEOUT_MS, type ApiRequest } from "./request.ts";

type Early = { readonly at: number; readonly answer: Promise<Response> };
type Page = { kasseEarly?: Map<string, Early> };

/** Maximum age of an early response, in ms. After that, the request is sent again. */
const FRESH_MS = 10_000;

const keyOf = ({ url, init }: ApiRequest) => JSON.stringify([url, init.method, init.headers, init.body]);

/** Sends a request before the script that needs its response has loaded. Returns what `takeEarly` will return. */
export function sendEarly(request: ApiRequest): Promise<Response> {
  const answer = Promise.resolve().then(() =>
    fetch(request.url, { ...request.init, signal: deadline(CALL_TIMEOUT_MS) }),
  );
  // Whoever takes the response handles its failure.
  answer.catch(() => undefined);
  const early = ((globalThis as Page).kasseEarly ??= new Map<string, Early>());
  early.set(keyOf(request), { at: Date.now(), answer });
  return answer;
}

/**
 * Returns the response to exactly this request if it was sent early, else null. Each response can be taken only once.
 */
export function takeEarly(url: string, init: ApiRequest["init"]): Promise<Response> | null {
  const early = (globalThis as Page).kasseEarly;
  if (!early || early.size === 0) return null;
  const key = keyOf({ url, init });
  const found = early.get(key);
  early.delete(key);
  return found && Date.now() - found.at < FRESH_MS ? found.answer : null;
}
