import { DESK_API, DESK_PATHS, type DeskCallName } from "#contract/desk/paths.ts";

/** How a call fails: no answer arrives, or the desk rejects it. */
type Failing = "network" | { readonly status: number; readonly body: { readonly failure: string } };

const failing = new Map<DeskCallName, Failing>();
let sent: DeskCallName[] = [];
const desk = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input), location.href);
  const call = callOf(init?.method ?? "GET", url.pathname);
  if (call === null) return desk(input, init);
  sent.push(call);
  const failure = failing.get(call);
  if (failure === undefined) return desk(input, init);
  if (failure === "network") throw new TypeError("Failed to fetch");
  return Response.json(failure.body, { status: failure.status });
};

function callOf(method: string, pathname: string): DeskCallName | null {
  if (!pathname.startsWith(DESK_API)) return null;
  const path = pathname.slice(DESK_API.length);
  const names = Object.keys(DESK_PATHS) as DeskCallName[];
  const matches = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`).test(path);
  return names.find((name) => DESK_PATHS[name][0] === method && matches(DESK_PATHS[name][1])) ?? null;
}

/** Makes a call fail from now on. Returns a function that ends this. */
export function fail(name: DeskCallName, failure: Failing): () => void {
  failing.set(name, failure);
  return () => failing.delete(name);
}

/** Returns the names of the page's changing calls, in order. */
export const changesSent = (): readonly DeskCallName[] => sent.filter((name) => DESK_PATHS[name][0] === "POST");

/** Resets all failures and sent calls, before each test. */
export function forgetCalls(): void {
  failing.clear();
  sent = [];
}
