import { bytesOf, callOf, type StandIn } from "./fake-server.ts";

type Request = {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
};
type Answer = { readonly status: number; readonly ok: boolean; readonly type: string | null; readonly text: string };

/** Returns a function that calls a stand-in within the same process, without a port or a connection that could fail. */
export function inProcess(standIn: StandIn): (request: Request) => Promise<Answer> {
  return async ({ url, method = "POST", headers = {}, body = "" }) => {
    const { pathname, search } = new URL(url);
    const type = body instanceof URLSearchParams ? { "content-type": "application/x-www-form-urlencoded" } : {};
    const call = callOf(method, pathname + search, { ...type, ...headers }, Buffer.from(String(body)));
    const { status = 200, body: answer = {} } = await standIn(call);
    return { status, ok: status >= 200 && status < 300, type: null, text: bytesOf(answer).toString() };
  };
}
