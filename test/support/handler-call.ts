import { pino } from "pino";
import type { EndpointName } from "#contract/all-paths.ts";
import type { Call } from "#server/api/call.ts";
import type { Cookies } from "#server/platform/http/cookies.ts";

/** Returns the cookies of a browser, empty at first. */
export function jar(): Cookies {
  const kept = new Map<string, string>();
  return {
    read: (name) => kept.get(name) ?? null,
    keep: (name, value) => void kept.set(name, value),
    end: (name) => void kept.delete(name),
  };
}

type Sent<Name extends EndpointName> = Pick<Call<Name>, "body"> & Partial<Call<Name>>;

/** Returns a request as a handler receives it, to call the handler without a server. */
export function handlerCall<Name extends EndpointName>(sent: Sent<Name>): Call<Name> {
  return {
    locale: "de",
    checkoutId: null,
    token: null,
    params: {} as Call<Name>["params"],
    query: {} as Call<Name>["query"],
    ip: "192.0.2.1",
    cookies: jar(),
    headers: {},
    raw: Buffer.alloc(0),
    file: async () => null,
    log: pino({ level: "silent" }),
    ...sent,
  };
}
