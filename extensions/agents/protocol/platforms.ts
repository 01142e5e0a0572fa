import type { TrustedPlatforms } from "../schemas.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { ORDER, ownCapabilities, UCP_VERSION } from "./capabilities.ts";
import { refuse, type ProtocolCode, type ProtocolResult } from "./failures.ts";
import { negotiate, type ActiveCapabilities } from "./negotiate.ts";
import type { PlatformProfile } from "./platform-profile.ts";
import { readProfileAddress } from "./profile-address.ts";
import { reachOf } from "./reach.ts";
import type { Profiles } from "./profiles.ts";
import { fieldOf } from "./signature/base.ts";
import { isSigned, verifyRequest, type ReceivedRequest } from "./signature/verify.ts";

/** A platform that may buy, and what it can do together with this shop. */
export type Platform = {
  readonly profileUrl: string;
  /** The host of the profile, for logs and people. */
  readonly host: string;
  readonly version: string;
  readonly active: ActiveCapabilities;
  /** Where it wants to be told about orders; null if nowhere. */
  readonly webhookUrl: string | null;
  /** Whether the request has a valid signature; otherwise anybody can have sent it. */
  readonly isSigned: boolean;
};

/** A request as it was received. `ip`: the client's address, for the security log. */
export type PlatformRequest = ReceivedRequest & { readonly ip: string };

export type Platforms = {
  /**
   * Finds out which platform has sent a request and what it can do (UCP overview, Business Requirements). A signature
   * is always verified if there is one. `needsSignature`: whether there has to be one. `inBody`: the profile that a
   * tool's arguments name, which can contain the idempotency key too. The failure says how to refuse the request.
   */
  identify(request: PlatformRequest, options: Identifying): Promise<ProtocolResult<Platform>>;
};
type Identifying = { readonly needsSignature: boolean; readonly inBody?: { readonly profile: string | null } };

/** What looks like a forged request, and is written to the security log. */
const FORGED: ReadonlySet<ProtocolCode> = new Set([
  "signature_invalid",
  "key_not_found",
  "digest_mismatch",
  "algorithm_unsupported",
]);

/** Creates the check of who sends a request. `trusted`: the platforms that may buy. */
export function createPlatforms(shop: {
  readonly publicUrl: string;
  readonly trusted: TrustedPlatforms;
  readonly profiles: Profiles;
  readonly security: SecurityLog;
  readonly now: Clock;
}): Platforms {
  const { publicUrl, trusted, profiles, security, now } = shop;
  const own = ownCapabilities(publicUrl);
  const authority = new URL(publicUrl).host;

  /** Verifies a signature. With a key that the profile does not have, its newest version is asked for. */
  async function verify(
    request: PlatformRequest,
    profile: PlatformProfile,
    { url, needsKey }: { readonly url: URL; readonly needsKey: boolean },
  ): Promise<ProtocolResult<PlatformProfile>> {
    const options = { authority, now: now(), needsKey };
    const first = verifyRequest(request, profile.keys, options);
    if (first.ok) return { ok: true, value: profile };
    const newer = first.failure.code === "key_not_found" ? await profiles.refresh(url) : null;
    const verified = newer === null ? first : verifyRequest(request, newer.keys, options);
    if (verified.ok) return { ok: true, value: newer ?? profile };
    const reason = verified.failure.code;
    if (FORGED.has(reason)) security.record("webhook.forged", { address: request.ip, actor: url.host, reason });
    return verified;
  }

  return {
    async identify(request, { needsSignature, inBody }) {
      const address = readProfileAddress(fieldOf(request.headers, "ucp-agent"), trusted, inBody);
      if (!address.ok) return address;
      const url = address.value;
      const fetched = await profiles.get(url);
      if (!fetched.ok) return fetched;
      if (fetched.value.version !== UCP_VERSION) return unsupported(fetched.value.version);
      const signed = isSigned(request.headers);
      if (!signed && needsSignature) return refuse("signature_missing");
      const profile = signed
        ? await verify(request, fetched.value, { url, needsKey: needsSignature && !inBody })
        : fetched;
      if (!profile.ok) return profile;
      // It can be newer than the one that was checked above.
      const { version, capabilities } = profile.value;
      if (version !== UCP_VERSION) return unsupported(version);
      if (signed) profiles.noteProven(url);
      const active = negotiate(own, capabilities);
      if (active.size === 0) return refuse("capabilities_incompatible");
      const webhookUrl = webhookOf(profile.value, active, trusted);
      return {
        ok: true,
        value: { profileUrl: url.href, host: url.host, version, active, webhookUrl, isSigned: signed },
      };
    },
  };
}

function unsupported(version: string) {
  const text = `Protocol version ${version} is not supported. This business supports version ${UCP_VERSION}.`;
  return refuse("version_unsupported", { text });
}

/**
 * Returns where the platform wants to be told about orders (UCP order, Webhook URL Configuration); null if nowhere, or
 * if that is no address that the shop may reach.
 */
function webhookOf(
  { capabilities }: PlatformProfile,
  active: ActiveCapabilities,
  trusted: TrustedPlatforms,
): string | null {
  const version = active.get(ORDER)?.version;
  const entry = capabilities.get(ORDER)?.find((each) => each.version === version);
  const address = entry?.config?.["webhook_url"];
  const url = typeof address === "string" ? URL.parse(address) : null;
  return url !== null && reachOf(url, trusted) !== null ? url.href : null;
}
