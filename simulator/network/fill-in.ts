import type { FakeAnswer, FakeCall } from "#simulator/play/fake-server.ts";
import type { Switches } from "#simulator/play/switches.ts";
import type { Token } from "./authorization.ts";
import { E164, error, objectOf } from "./requests.ts";

/** What the operator has on record about the customer of a number, by CAMARA's names. */
export type NetworkRecord = Readonly<Record<string, string>>;

/** The record of every number without one of its own. */
export const SOMEBODY: NetworkRecord = {
  idDocument: "S1234567",
  idDocumentType: "passport",
  givenName: "Nina",
  familyName: "Müller",
  gender: "FEMALE",
  birthdate: "1991-04-07",
  streetName: "Bundesplatz",
  streetNumber: "3",
  postalCode: "3003",
  locality: "Bern",
  country: "CH",
  email: "nina.mueller@example.ch",
};
export const ABROAD: NetworkRecord = {
  ...SOMEBODY,
  streetName: "Ring",
  postalCode: "1010",
  locality: "Wien",
  country: "AT",
};

const SCOPE = "kyc-fill-in:";

/**
 * Answers CAMARA's KYC Fill-in API 0.4.1 with the attributes that the token is for. `records`: by MSISDN; null for a
 * number to which the service does not apply.
 */
export function answerFillIn(
  call: FakeCall,
  token: Token | null,
  records: ReadonlyMap<string, NetworkRecord | null>,
  switches: Switches,
): FakeAnswer {
  if (!token) return error(401, "UNAUTHENTICATED");
  const attributes = token.scopes.filter((each) => each.startsWith(SCOPE)).map((each) => each.slice(SCOPE.length));
  if (attributes.length === 0) return error(403, "PERMISSION_DENIED");
  const number = numberIn(call);
  if (number === undefined) return error(400, "INVALID_ARGUMENT");
  if (number !== null && token.msisdn !== null) return error(422, "UNNECESSARY_IDENTIFIER");
  const msisdn = number ?? token.msisdn;
  if (msisdn === null) return error(422, "MISSING_IDENTIFIER");
  if (switches.take("decline")) return error(422, "SERVICE_NOT_APPLICABLE");
  const record = records.has(msisdn) ? records.get(msisdn) : SOMEBODY;
  if (!record) return error(422, "SERVICE_NOT_APPLICABLE");
  const isWanted = (name: string) => attributes.includes("set-all") || attributes.includes(name);
  const body = Object.fromEntries(
    Object.entries({ phoneNumber: `+${msisdn}`, ...record }).filter(([name]) => isWanted(name)),
  );
  return { body, remark: `${Object.keys(body).length} attributes of +${msisdn}` };
}

/** Returns the MSISDN in the body; null without one, undefined if the body is wrong. */
function numberIn(call: FakeCall): string | null | undefined {
  const body = objectOf(call);
  if (body === null) return undefined;
  const { phoneNumber = null } = body;
  if (phoneNumber === null) return null;
  return typeof phoneNumber === "string" && E164.test(phoneNumber) ? phoneNumber.slice(1) : undefined;
}
