import type { FakeAnswer, FakeCall } from "#simulator/play/fake-server.ts";
import { E164, error, objectOf } from "./requests.ts";

type Match = { readonly match: "true" | "false" | "not_available"; readonly score?: number };
/** `others`: the answer about every detail without its own. `isAdult`: null if the age is not known. */
type Known = {
  readonly others: Match;
  readonly isAdult: boolean | null;
  readonly details: Readonly<Record<string, Match>>;
};
const TRUE: Match = { match: "true" };
const NOT_AVAILABLE: Match = { match: "not_available" };
const known = (details: Known["details"], isAdult: Known["isAdult"] = true): Known => ({
  others: TRUE,
  isAdult,
  details,
});

/** What the network knows about a number's holder, compared with the person that it is asked about; or its refusal. */
const HOLDERS = {
  matches: known({}),
  otherSpelling: known({ familyName: { match: "false", score: 92 } }),
  nameDiffers: known({ givenName: { match: "false", score: 48 }, familyName: { match: "false", score: 51 } }),
  nameDiffersUnscored: known({ familyName: { match: "false" } }),
  dateDiffers: known({ birthdate: { match: "false" } }),
  addressDiffers: known({ streetName: { match: "false", score: 44 }, postalCode: { match: "false" } }),
  dateUnknown: known({ birthdate: NOT_AVAILABLE }),
  underAge: known({ birthdate: NOT_AVAILABLE }, false),
  ageUnknown: known({ birthdate: NOT_AVAILABLE }, null),
  notAvailable: { others: NOT_AVAILABLE, isAdult: null, details: {} } as Known,
  idDocumentRequired: error(403, "KNOW_YOUR_CUSTOMER.ID_DOCUMENT_REQUIRED"),
  notSupported: error(422, "SERVICE_NOT_APPLICABLE"),
  unknownNumber: error(404, "IDENTIFIER_NOT_FOUND"),
} as const satisfies Readonly<Record<string, Known | FakeAnswer>>;
export type Holder = keyof typeof HOLDERS;

/** The details that KYC_MatchRequestBody knows; those in the second list have a score in KYC_MatchResponse. */
const UNSCORED = [
  "idDocument",
  "idDocumentType",
  "idDocumentExpiryDate",
  "postalCode",
  "country",
  "houseNumberExtension",
  "birthdate",
  "gender",
  "countryOfBirth",
  "nationality",
];
const SCORED = [
  "name",
  "givenName",
  "familyName",
  "nameKanaHankaku",
  "nameKanaZenkaku",
  "middleNames",
  "familyNameAtBirth",
  "address",
  "streetName",
  "streetNumber",
  "region",
  "locality",
  "email",
  "cityOfBirth",
];
const DETAILS = [...UNSCORED, ...SCORED];
const DATES: readonly string[] = ["birthdate", "idDocumentExpiryDate"];
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Answers `POST /kyc-match/v0.4/match` (CAMARA KYC Match 0.4.0). */
export function matched(call: FakeCall, holderOf: (msisdn: string) => Holder): FakeAnswer {
  const body = objectOf(call);
  if (!body || Object.keys(body).length === 0 || !areTexts(body, [...DETAILS, "phoneNumber"]))
    return error(400, "INVALID_ARGUMENT");
  const subject = subjectOf(body, holderOf);
  if ("status" in subject) return subject;
  const asked = DETAILS.filter((name) => body[name] !== undefined);
  if (asked.length === 0) return error(400, "KNOW_YOUR_CUSTOMER.INVALID_PARAM_COMBINATION");
  const found: Known | FakeAnswer = HOLDERS[subject.holder];
  if (!("others" in found))
    return subject.holder === "idDocumentRequired" && body["idDocument"] !== undefined
      ? error(403, "KNOW_YOUR_CUSTOMER.ID_DOCUMENT_MISMATCH")
      : found;
  const { details, others } = found;
  const answers = asked.flatMap((name) => {
    const { match, score } = details[name] ?? others;
    const scored = score !== undefined && SCORED.includes(name);
    return [[`${name}Match`, match], ...(scored ? [[`${name}MatchScore`, score]] : [])];
  });
  return { body: Object.fromEntries(answers) as object, remark: `${subject.phoneNumber}: ${subject.holder}` };
}

/** Answers `POST /kyc-age-verification/v0.2/verify` (CAMARA KYC Age Verification 0.2.1). */
export function ageVerified(call: FakeCall, holderOf: (msisdn: string) => Holder): FakeAnswer {
  const body = objectOf(call);
  const texts = ["idDocument", "name", "givenName", "familyName", "birthdate", "email", "phoneNumber"];
  const age = body?.["ageThreshold"];
  if (!body || !areTexts(body, texts) || typeof age !== "number" || !Number.isInteger(age))
    return error(400, "INVALID_ARGUMENT");
  if (age < 0 || age > 120) return error(400, "OUT_OF_RANGE");
  const subject = subjectOf(body, holderOf);
  if ("status" in subject) return subject;
  const found: Known | FakeAnswer = HOLDERS[subject.holder];
  // Only KYC Match asks for a document.
  if (!("others" in found)) return subject.holder === "idDocumentRequired" ? { body: { ageCheck: "true" } } : found;
  const { isAdult } = found;
  const check = isAdult === null ? "not_available" : String(isAdult || age < 18);
  const proof = isAdult === null ? {} : { verifiedStatus: true, identityMatchScore: 97 };
  return { body: { ageCheck: check, ...proof }, remark: `${subject.phoneNumber}, ${age} years: ${check}` };
}

const areTexts = (body: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  names.every((name) => {
    const value = body[name];
    return value === undefined || (typeof value === "string" && (!DATES.includes(name) || DATE.test(value)));
  });

/** Returns the number that a token of the shop itself has to name, and its holder; or the refusal. */
function subjectOf({ phoneNumber }: Readonly<Record<string, unknown>>, holderOf: (msisdn: string) => Holder) {
  if (phoneNumber === undefined) return { ...error(422, "MISSING_IDENTIFIER"), status: 422 };
  if (typeof phoneNumber !== "string" || !E164.test(phoneNumber))
    return { ...error(400, "INVALID_ARGUMENT"), status: 400 };
  return { phoneNumber, holder: holderOf(phoneNumber.slice(1)) };
}
