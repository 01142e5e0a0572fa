import { createHash } from "node:crypto";

/**
 * The profiles of an SM-DP+: how ES2+ functions change them, and when they are refused (GSMA SGP.22 v2.5, 5.3). Each
 * rule names its section. The states are those of 3.1.6, except states that need an EID, because Kasse sends none.
 */
export type ProfileState =
  | "Available"
  | "Allocated"
  | "Confirmed"
  | "Released"
  | "Downloaded"
  | "Installed"
  | "Error"
  | "Unavailable";
export type Profile = { readonly iccid: string; readonly type: string; state: ProfileState; matchingId: string | null };

/** Subject and reason code (5.2.6), such as `8.2.5/3.7`. */
export type StatusCode = `${string}/${string}`;
export type BookAnswer = { readonly failed: StatusCode } | { readonly done: Readonly<Record<string, unknown>> };

export type BookOptions = {
  /** The first number for ICCIDs. Each SM-DP+ that a shop uses needs a different one. */
  readonly firstIccid: number;
  /** The number of available profiles of each type. */
  readonly stock: Readonly<Record<string, number>>;
  /**
   * The SM-DP+ address that confirmOrder returns. Null if it returns none, because the operator has the default address
   * (5.3.2, output `smdpAddress`, optional).
   */
  smdpAddress: string | null;
  /**
   * Which matching id confirmOrder returns (5.3.2, output `matchingId`, mandatory). `given`: the operator's; `own`: a
   * different one.
   */
  matchingIds: "given" | "own";
  /**
   * Which of two documented refusals a repeated confirmOrder gets, since the specification does not say which applies.
   */
  repeatedConfirm: "8.2.1/3.3" | "8.2.6/3.3";
  /**
   * Every order gets a profile. Its ICCID is derived from the call's id, so that a repeated call returns the same
   * order. Nothing is stored, so that several processes behave alike.
   */
  endless: boolean;
};

/** Returns the ICCID of an order from endless stock. Swiss ICCIDs start with 89 (telecom) and 41. */
export function iccidOf(callId: string): string {
  const number = createHash("sha256").update(callId).digest().readBigUInt64BE() % 10n ** 15n;
  return `8941${String(number).padStart(15, "0")}`;
}

export function openBooks(options: BookOptions) {
  const profiles = new Map<string, Profile>();
  const add = (type: string, count: number) => {
    for (let left = count; left > 0; left -= 1) {
      const iccid = `8941${String(options.firstIccid + profiles.size).padStart(15, "0")}`;
      profiles.set(iccid, { iccid, type, state: "Available", matchingId: null });
    }
  };
  const types = new Set(Object.keys(options.stock));
  for (const [type, count] of Object.entries(options.stock)) add(type, count);
  const find = (iccid: unknown): Profile | undefined =>
    options.endless
      ? { iccid: plain(iccid), type: "", state: "Allocated", matchingId: null }
      : profiles.get(plain(iccid));
  const byMatchingId = (id: string) => [...profiles.values()].find(({ matchingId }) => matchingId === id);

  /**
   * 5.3.1: reserves the profile with the requested ICCID, or any profile of the type. A repeated call with the same
   * call identifier is a new order.
   */
  function downloadOrder({ iccid, profileType, header }: Body): BookAnswer {
    if (options.endless) return { done: { iccid: iccidOf(callIdIn(header)) } };
    let profile: Profile | undefined;
    if (iccid !== undefined) {
      profile = find(iccid);
      if (!profile) return { failed: "8.2.1/3.9" };
      if (profile.state !== "Available") return { failed: "8.2.1/3.3" };
      if (profileType !== undefined && profileType !== profile.type) return { failed: "8.2.5/3.8" };
    } else {
      if (!types.has(String(profileType))) return { failed: "8.2.5/3.9" };
      profile = [...profiles.values()].find(({ type, state }) => type === profileType && state === "Available");
      if (!profile) return { failed: "8.2.5/3.7" };
    }
    profile.state = "Allocated";
    // 5.2.1 and 6.5.1: the ICCID has 19 digits and can be padded with F to 20 characters.
    return { done: { iccid: `${profile.iccid}F` } };
  }

  /** 5.3.2: confirms an order. The order must be allocated, and its matching id must not belong to another order. */
  function confirmOrder({ iccid, matchingId, releaseFlag }: Body): BookAnswer {
    const profile = find(iccid);
    if (!profile) return { failed: "8.2.1/3.9" };
    const asked = typeof matchingId === "string" ? matchingId : null;
    if (profile.state === "Released" || profile.state === "Confirmed") return { failed: options.repeatedConfirm };
    if (profile.state !== "Allocated") return { failed: "8.2.1/3.3" };
    if (asked !== null && byMatchingId(asked)) return { failed: "8.2.6/3.3" };
    profile.matchingId = options.matchingIds === "given" && asked !== null ? asked : `SMDP-${profile.iccid}`;
    profile.state = releaseFlag === true ? "Released" : "Confirmed";
    const address = options.smdpAddress === null ? {} : { smdpAddress: options.smdpAddress };
    return { done: { matchingId: profile.matchingId, ...address } };
  }

  /**
   * 5.3.3: cancels an order. This is possible until the profile is downloaded. If the order has a matching id, the call
   * must contain it.
   */
  function cancelOrder({ iccid, matchingId, finalProfileStatusIndicator: final }: Body): BookAnswer {
    const profile = find(iccid);
    if (!profile) return { failed: "8.2.1/3.9" };
    if (final !== "Available" && final !== "Unavailable") return { failed: "8.2.1/2.2" };
    if (!["Allocated", "Confirmed", "Released"].includes(profile.state)) return { failed: "8.2.1/3.3" };
    if (profile.matchingId !== null && profile.matchingId !== matchingId) return { failed: "8.2.6/3.10" };
    profile.state = final;
    profile.matchingId = null;
    return { done: {} };
  }

  /** 5.3.4: releases a confirmed order. */
  function releaseProfile({ iccid }: Body): BookAnswer {
    const profile = find(iccid);
    if (!profile) return { failed: "8.2.1/3.9" };
    if (profile.state !== "Confirmed") return { failed: "8.2.1/3.5" };
    profile.state = "Released";
    return { done: {} };
  }

  return {
    options,
    profiles,
    add,
    find,
    byMatchingId,
    functions: { downloadOrder, confirmOrder, cancelOrder, releaseProfile },
  };
}

export type Body = Readonly<Record<string, unknown>>;
const callIdIn = (header: unknown) => String((header as Body)["functionCallIdentifier"]);
const plain = (iccid: unknown) => String(iccid).replace(/F$/i, "");
