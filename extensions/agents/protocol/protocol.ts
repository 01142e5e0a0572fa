import type { TrustedPlatforms } from "../schemas.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { createOutgoing, type Outgoing } from "./outgoing.ts";
import { createPlatforms, type Platforms } from "./platforms.ts";
import { createProfiles } from "./profiles.ts";
import { createSign, type Sign } from "./signature/sign.ts";
import { createSigningKeys, type SigningKeys } from "./signing-keys.ts";

/** What the capabilities for agents use of the protocol. */
export type Protocol = {
  readonly platforms: Platforms;
  readonly sign: Sign;
  readonly keys: (now: Date) => SigningKeys;
  readonly outgoing: Outgoing;
  stop(): Promise<void>;
};

/** Creates the protocol layer. `secret`: the secret of the shop from which its signing keys are derived. */
export function createProtocol(shop: {
  readonly publicUrl: string;
  readonly trusted: TrustedPlatforms;
  readonly secret: Buffer;
  readonly security: SecurityLog;
  readonly now: Clock;
}): Protocol {
  const { publicUrl, trusted, secret, now } = shop;
  const keys = createSigningKeys(secret);
  const outgoing = createOutgoing({ trusted });
  const profiles = createProfiles({ outgoing, budgeted: trusted === "any" });
  return {
    platforms: createPlatforms({ ...shop, profiles }),
    sign: createSign({ publicUrl, keys, now }),
    keys,
    outgoing,
    stop: outgoing.stop,
  };
}
