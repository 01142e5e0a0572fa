import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import type { Logger } from "pino";
import type { Clock } from "#server/platform/clock.ts";
import { readAnswer, send } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/unavailable.ts";

export type ClientSettings = {
  /** The token endpoint of the operator's authorisation server. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

const Answer = v.object({
  access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)),
  token_type: v.pipe(v.string(), v.regex(/^bearer$/i)),
  expires_in: mayBeAbsent(v.pipe(v.number(), v.minValue(0)), 0),
});

/** How long before its end a token is replaced, in ms, so that it does not end on its way. */
const EARLY_MS = 30_000;

/** The access tokens of the shop itself (RFC 6749, 4.4; CAMARA Security and Interoperability Profile). */
export type AccessTokens = {
  /**
   * Returns a token, the same one until shortly before it expires. Null if the server refuses this client. Throws
   * Unavailable without a usable answer in time.
   */
  get(timeoutMs: number): Promise<string | null>;
  /** Forgets a token that was refused before its end. */
  forget(token: string): void;
};

/** Creates the tokens for one scope, which has to name exactly one purpose (`dpv:…`). */
export function createAccessTokens(
  { tokenUrl, clientId, clientSecret, scope }: ClientSettings & { readonly scope: string },
  { log, now }: { readonly log: Pick<Logger, "error">; readonly now: Clock },
): AccessTokens {
  const what = "network /token";
  // Both parts are encoded before they are joined (RFC 6749, 2.3.1).
  const basic = Buffer.from([clientId, clientSecret].map(formEncoded).join(":")).toString("base64");
  let last: { readonly token: string; readonly until: number } | null = null;
  let asking: Promise<string | null> | null = null;

  async function ask(timeoutMs: number): Promise<string | null> {
    const { ok, status, text } = await send(what, {
      url: tokenUrl,
      headers: { authorization: `Basic ${basic}`, accept: "application/json" },
      body: new URLSearchParams({ grant_type: "client_credentials", scope }),
      timeoutMs,
    });
    if (status === 400 || status === 401 || status === 403) {
      log.error({ status }, "the network refuses this client: check NETWORK_CLIENT_ID and NETWORK_CLIENT_SECRET");
      return null;
    }
    if (!ok) throw new Unavailable(`${what}: status ${status}`);
    const read = readAnswer(what, Answer, text);
    last = { token: read.access_token, until: now().getTime() + read.expires_in * 1000 - EARLY_MS };
    return read.access_token;
  }

  return {
    get(timeoutMs) {
      if (last && now().getTime() < last.until) return Promise.resolve(last.token);
      asking ??= ask(timeoutMs).finally(() => (asking = null));
      return asking;
    },
    forget(token) {
      if (last?.token === token) last = null;
    },
  };
}

const formEncoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
