import * as v from "valibot";
import { readJson, send } from "#server/platform/http/json-client.ts";
import { Unavailable } from "#server/platform/unavailable.ts";

const Metadata = v.object({ issuer: v.string(), token_endpoint: v.string() });

/**
 * Returns the issuer to which a token endpoint belongs: the nearest address above it whose
 * `/.well-known/openid-configuration` names exactly that address as the issuer, and this token endpoint. Throws
 * Unavailable if there is none. `timeoutMs` is for each request, of which there are as many as the path has parts.
 */
export async function issuerOf(tokenUrl: string, timeoutMs: number): Promise<string> {
  const { origin, pathname } = new URL(tokenUrl);
  const parts = pathname.split("/").slice(1, -1);
  for (let length = parts.length; length >= 0; length--) {
    const above = [origin, ...parts.slice(0, length)].join("/");
    const url = `${above}/.well-known/openid-configuration`;
    const { ok, text } = await send("network /.well-known/openid-configuration", { url, method: "GET", timeoutMs });
    const found = ok ? readJson(Metadata, text) : null;
    if (found?.token_endpoint === tokenUrl && found.issuer.replace(/\/$/, "") === above) return found.issuer;
  }
  throw new Unavailable("network: no metadata above NETWORK_TOKEN_URL names it");
}
