import { pino } from "pino";
import type { EndpointName } from "#contract/paths.ts";
import type { Call } from "#server/platform/http/call.ts";

type Sent<Name extends EndpointName> = Pick<Call<Name>, "body"> & Partial<Call<Name>>;

/** A request as a handler gets it, for calling the handler without a server. */
export function handlerCall<Name extends EndpointName>(sent: Sent<Name>): Call<Name> {
  return {
    locale: "de",
    checkoutId: null,
    token: null,
    params: {} as Call<Name>["params"],
    query: {},
    ip: "192.0.2.1",
    headers: {},
    raw: Buffer.alloc(0),
    file: async () => null,
    log: pino({ level: "silent" }),
    ...sent,
  };
}
