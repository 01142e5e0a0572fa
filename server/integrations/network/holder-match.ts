import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import {
  HOLDER_DETAIL_NAMES,
  holderVerdict,
  MATCHES,
  reliableAge,
  type DetailMatch,
  type DetailMatches,
  type HolderVerdict,
} from "#core/phone-numbers/holder-match.ts";
import type { NetworkPort } from "#server/sale/identity/network.ts";
import type { NetworkOutcome } from "./outcomes.ts";
import { createQuestion, type QuestionNeeds, type QuestionSettings } from "./question.ts";

/** Both questions have the same purpose, because they prove who holds a number. */
const PURPOSE = "dpv:IdentityVerification";

const Match = mayBeAbsent(v.picklist(MATCHES));
const Score = mayBeAbsent(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)));
/** KYC_MatchResponse, for the details that are asked about. The birthday, the postcode and others have no score. */
const Matches = v.pipe(
  v.object(
    Object.fromEntries(
      HOLDER_DETAIL_NAMES.flatMap((name) => [
        [`${name}Match`, Match],
        [`${name}MatchScore`, Score],
      ]),
    ) as Record<`${string}Match`, typeof Match> & Record<`${string}Score`, typeof Score>,
  ),
  v.transform((answer): DetailMatches => {
    const given = HOLDER_DETAIL_NAMES.flatMap((name): (readonly [string, DetailMatch])[] => {
      const match = answer[`${name}Match`];
      const score = match === "false" ? answer[`${name}MatchScore`] : undefined;
      return match === undefined ? [] : [[name, { match, ...(score !== undefined && { score }) }]];
    });
    return Object.fromEntries(given);
  }),
);

/** VerifyResponseBody. */
const Age = v.pipe(
  v.object({
    ageCheck: v.picklist(MATCHES),
    verifiedStatus: mayBeAbsent(v.boolean()),
    identityMatchScore: mayBeAbsent(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
  }),
  v.transform(({ ageCheck, verifiedStatus, identityMatchScore }) => ({
    ofAge: ageCheck,
    isVerified: verifiedStatus ?? null,
    identityScore: identityMatchScore ?? null,
  })),
);

const MATCH_OUTCOMES: Readonly<Record<HolderVerdict, NetworkOutcome>> = {
  same: "yes",
  differs: "no",
  unknown: "notAvailable",
};

/**
 * Asks by CAMARA's KYC Match API, version 0.4, and Age Verification API, version 0.2, whether a person holds a number.
 * Empty details are left out. `isResting`: returns whether one of them is not called at present, because it failed
 * repeatedly.
 */
export function holderMatch(
  settings: QuestionSettings,
  needs: QuestionNeeds,
): Pick<NetworkPort, "matchHolder" | "holderAge"> & { isResting(): boolean } {
  const match = createQuestion(
    {
      api: "kycMatch",
      name: "KYC match",
      path: "/kyc-match/v0.4/match",
      scope: `${PURPOSE} kyc-match:match`,
      schema: Matches,
      outcomeOf: (details) => MATCH_OUTCOMES[holderVerdict(details)],
    },
    settings,
    needs,
  );
  const age = createQuestion(
    {
      api: "ageVerification",
      name: "age verification",
      path: "/kyc-age-verification/v0.2/verify",
      scope: `${PURPOSE} kyc-age-verification:verify`,
      schema: Age,
      outcomeOf(answer) {
        const reliable = reliableAge(answer);
        if (reliable === null) return "notAvailable";
        return reliable ? "yes" : "no";
      },
    },
    settings,
    needs,
  );
  return {
    isResting: () => match.isResting() || age.isResting(),
    async matchHolder(msisdn, person) {
      const asked = Object.entries(person).filter(([, value]) => value !== "");
      return (await match.ask({ phoneNumber: `+${msisdn}`, ...Object.fromEntries<string>(asked) })).answer;
    },
    holderAge: async (msisdn, { givenName, familyName }, years) =>
      (await age.ask({ phoneNumber: `+${msisdn}`, ageThreshold: years, givenName, familyName })).answer,
  };
}
