import type { Clock } from "#server/platform/clock.ts";
import { refuse, type ProtocolResult } from "./failures.ts";
import type { Outgoing } from "./outgoing.ts";
import { readPlatformProfile, type PlatformProfile } from "./platform-profile.ts";
import type { ProfileAddress } from "./profile-address.ts";

export type Profiles = {
  get(address: ProfileAddress): Promise<ProtocolResult<PlatformProfile>>;
};

const TIMES = { timeoutMs: 3000, maxBytes: 64 * 1024 };

export function createProfiles({ outgoing }: { readonly outgoing: Outgoing; readonly now: Clock }): Profiles {
  return {
    async get({ url, isListed }) {
      const answer = await outgoing
        .send({ url, method: "GET", headers: { accept: "application/json" }, ...TIMES, isListed })
        .catch(() => null);
      if (answer === null || answer.status < 200 || answer.status > 299) return refuse("profile_unreachable");
      if (answer.text === null) return refuse("profile_malformed");
      return readPlatformProfile(answer.text);
    },
  };
}
