import * as v from "valibot";
import type { NetworkPort } from "#server/sale/identity/network.ts";
import { createBrowserVisits, type VisitNeeds, type VisitSettings } from "./browser-visits.ts";

/** What the shop's client asks for: exactly one purpose, and the smallest scope of the call. */
export const LOGIN_SCOPE = "openid dpv:FraudPreventionAndDetection number-verification:device-phone-number:read";

/** The MSISDN in the answer. */
const Shared = v.pipe(
  v.object({ devicePhoneNumber: v.pipe(v.string(), v.regex(/^\+[1-9][0-9]{4,14}$/)) }),
  v.transform(({ devicePhoneNumber }) => devicePhoneNumber.slice(1)),
);

/**
 * Recognises phones by CAMARA's Number Verification API, version 2: a visit of the phone's browser, without a page, and
 * then `device-phone-number`.
 */
export function numberVerification(
  settings: VisitSettings,
  needs: VisitNeeds,
): Pick<NetworkPort, "loginAddress" | "phoneNumber"> & { isResting(): boolean } {
  const { isResting, address, ask } = createBrowserVisits(
    {
      api: "numberVerification",
      method: "GET",
      path: "/number-verification/v2/device-phone-number",
      schema: Shared,
      notCovered: ["NUMBER_VERIFICATION.USER_NOT_AUTHENTICATED_BY_MOBILE_NETWORK"],
    },
    settings,
    needs,
  );
  return { isResting, loginAddress: address, phoneNumber: ask };
}
