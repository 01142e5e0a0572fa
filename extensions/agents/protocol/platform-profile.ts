import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { refuse, type ProtocolResult } from "./failures.ts";

/** A capability in a version. Kasse reads only the `config` of its own ones. */
const capability = v.looseObject({ version: v.string(), config: mayBeAbsent(v.record(v.string(), v.unknown())) });

const text = mayBeAbsent(v.string());
const signingKey = v.looseObject({
  kid: v.string(),
  kty: v.string(),
  crv: text,
  x: text,
  y: text,
  use: text,
  alg: text,
});

/** A profile of a platform (UCP overview, Platform Profile). Only what Kasse uses has to be correct. */
const schema = v.looseObject({
  ucp: v.looseObject({
    version: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/)),
    capabilities: mayBeAbsent(v.record(v.string(), v.array(capability)), {}),
  }),
  signing_keys: mayBeAbsent(v.array(signingKey), []),
});

/** A key for signatures (UCP signatures, Key Format), of which only name and type are certain. */
export type PlatformKey = v.InferOutput<typeof signingKey>;

export type PlatformProfile = {
  /** The version of the protocol that the platform uses. */
  readonly version: string;
  readonly capabilities: ReadonlyMap<string, readonly v.InferOutput<typeof capability>[]>;
  readonly keys: readonly PlatformKey[];
};

/** Reads the text of a profile. */
export function readPlatformProfile(json: string): ProtocolResult<PlatformProfile> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), json);
  if (read.success) {
    const { ucp, signing_keys: keys } = read.output;
    return { ok: true, value: { version: ucp.version, capabilities: new Map(Object.entries(ucp.capabilities)), keys } };
  }
  const at = v.getDotPath(read.issues[0]);
  const what = at === null ? "is not JSON" : `is wrong at ${at}`;
  return refuse("profile_malformed", { text: `The platform's profile ${what}.` });
}
