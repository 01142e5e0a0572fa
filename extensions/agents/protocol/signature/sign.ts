import { sign as signBytes } from "node:crypto";
import { serializeDictionary, serializeItem, type InnerList } from "#libraries/agents/index.ts";
import type { Clock } from "#server/platform/clock.ts";
import { PROFILE_PATH } from "../business-profile.ts";
import { contentDigest } from "../content-digest.ts";
import type { SigningKeys } from "../signing-keys.ts";
import { signatureBase, type DerivedComponent } from "./base.ts";

/** A response of the shop, or a request that it sends, such as a webhook. Bodies are JSON. */
type ToSign = {
  readonly body: Buffer;
  /** Further header fields by lower-case name, which are signed too, such as `webhook-id`. */
  readonly headers?: Readonly<Record<string, string>>;
} & ({ readonly status: number } | { readonly method: string; readonly url: string });

/** Returns all header fields to send with the message: the given ones and those of the signature. */
export type Sign = (message: ToSign) => Readonly<Record<string, string>>;

/**
 * Creates the shop's signer of responses and webhooks (UCP signatures, REST Request Signing and REST Response
 * Signing), with the key of the current quarter. Body and `content-type` have to be sent exactly as they were signed.
 */
export function createSign(shop: {
  readonly publicUrl: string;
  readonly keys: (now: Date) => SigningKeys;
  readonly now: Clock;
}): Sign {
  const { publicUrl, keys, now } = shop;
  const agent = `profile=${serializeItem(publicUrl + PROFILE_PATH, new Map())}`;
  return (message) => {
    const time = now();
    const { kid, privateKey } = keys(time).current;
    const headers = {
      ...message.headers,
      ...("status" in message ? {} : { "ucp-agent": agent }),
      "content-type": "application/json",
      "content-digest": contentDigest(message.body),
    };
    const derived = derivedOf(message);
    const components = [...Object.keys(derived), ...Object.keys(headers)];
    const parameters = new Map<string, string | number>([
      ["created", Math.floor(time.getTime() / 1000)],
      ["keyid", kid],
    ]);
    const list: InnerList = [components.map((name) => [name, new Map()]), parameters];
    const base = signatureBase({ components, parameters, list }, { derived, headers });
    if (!base.ok) throw new Error(`The message does not have ${base.missing}`);
    const signature = signBytes("sha256", base.bytes, { key: privateKey, dsaEncoding: "ieee-p1363" });
    return {
      ...headers,
      "signature-input": serializeDictionary({ sig1: list }),
      signature: serializeDictionary({ sig1: signature }),
    };
  };
}

function derivedOf(message: ToSign): Partial<Record<DerivedComponent, string>> {
  if ("status" in message) return { "@status": String(message.status) };
  const { host, pathname, search } = new URL(message.url);
  return {
    "@method": message.method,
    "@authority": host,
    "@path": pathname,
    ...(search !== "" && { "@query": search }),
  };
}
