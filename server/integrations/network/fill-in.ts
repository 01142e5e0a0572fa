import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { NETWORK_RECORD_FIELDS, type NetworkPort, type NetworkRecord } from "#server/sale/identity/network.ts";
import { createBrowserVisits, type VisitNeeds, type VisitSettings } from "./browser-visits.ts";

/** What the shop's client asks for: exactly one purpose, and each attribute that the form needs. */
export const FILL_IN_SCOPE = [
  "openid",
  "dpv:RequestedServiceProvision",
  ...NETWORK_RECORD_FIELDS.map((field) => `kyc-fill-in:${field}`),
].join(" ");

const text = mayBeAbsent(v.string());
const Shared: v.GenericSchema<unknown, NetworkRecord> = v.object(v.entriesFromList(NETWORK_RECORD_FIELDS, text));

/**
 * Reads what the network has on record about a phone's customer, by CAMARA's KYC Fill-in API, version 0.4: a visit of
 * the phone's browser, in which the customer consents, then `fill-in`.
 */
export function fillIn(
  settings: VisitSettings,
  needs: VisitNeeds,
): Pick<NetworkPort, "consentAddress" | "sharedRecord"> & { isResting(): boolean } {
  const { isResting, address, ask } = createBrowserVisits(
    {
      api: "kycFillIn",
      method: "POST",
      path: "/kyc-fill-in/v0.4/fill-in",
      schema: Shared,
      notCovered: ["IDENTIFIER_NOT_FOUND", "SERVICE_NOT_APPLICABLE"],
    },
    settings,
    needs,
  );
  return { isResting, consentAddress: address, sharedRecord: ask };
}
