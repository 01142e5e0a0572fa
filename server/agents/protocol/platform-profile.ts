import * as v from "valibot";
import { refuse, type ProtocolResult } from "./failures.ts";

/** A date such as 2026-04-08. */
const version = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/));

const capability = v.looseObject({
  version,
  config: v.optional(v.looseObject({ webhook_url: v.optional(v.string()) })),
});

const signingKey = v.looseObject({
  kid: v.string(),
  kty: v.string(),
  crv: v.optional(v.string()),
  x: v.optional(v.string()),
  y: v.optional(v.string()),
  use: v.optional(v.string()),
  alg: v.optional(v.string()),
});

/** A profile of a platform (UCP overview, Platform Profile): only what Kasse uses has to be correct. */
const schema = v.looseObject({
  ucp: v.looseObject({
    version,
    capabilities: v.optional(v.record(v.string(), v.array(capability)), {}),
  }),
  signing_keys: v.optional(v.array(signingKey), []),
});

export type PlatformKey = v.InferOutput<typeof signingKey>;
export type PlatformCapability = v.InferOutput<typeof capability>;

export type PlatformProfile = {
  readonly version: string;
  readonly capabilities: ReadonlyMap<string, readonly PlatformCapability[]>;
  readonly keys: readonly PlatformKey[];
};

/** Reads the text of a profile. */
export function readPlatformProfile(text: string): ProtocolResult<PlatformProfile> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (!read.success) {
    const at = v.getDotPath(read.issues[0]);
    const where = at === null ? "It is not JSON." : `See ${at}.`;
    return refuse("profile_malformed", { text: `The platform's profile is not one of UCP. ${where}` });
  }
  const { ucp, signing_keys: keys } = read.output;
  return {
    ok: true,
    value: { version: ucp.version, capabilities: new Map(Object.entries(ucp.capabilities)), keys },
  };
}
