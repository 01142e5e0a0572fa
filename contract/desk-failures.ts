import * as v from "valibot";
import { DESK_ORDER_ACTIONS, RECORDED_ACTIONS, UNAVAILABLE_REASONS } from "../core/desk/order-actions.ts";
import { At, list } from "./schemas/fields.ts";
import { CredentialOptions } from "./schemas/account.ts";

/** The details of a failure, in addition to its name. */
const DETAILS = {
  since: v.exactOptional(list(v.object({ at: At, actor: v.string(), act: v.picklist(RECORDED_ACTIONS) }))),
  /** Who changed a draft, or decided on a request, and when. */
  by: v.exactOptional(v.object({ actor: v.string(), at: At })),
  /** How many pieces of an article are in stock now. */
  onHand: v.exactOptional(v.number()),
  hindrance: v.exactOptional(v.picklist(UNAVAILABLE_REASONS)),
  /** What is wrong with a new password, or why an extension refuses an act, in the language of the call. */
  mistake: v.exactOptional(v.string()),
  /** The error message of each wrong field. */
  fields: v.exactOptional(v.record(v.string(), v.string())),
  /** The time to wait, in seconds. */
  retryAfter: v.exactOptional(v.number()),
  act: v.exactOptional(v.picklist(DESK_ORDER_ACTIONS)),
  options: v.exactOptional(CredentialOptions),
};
const Details = v.object(DETAILS);
export type DeskFailureDetails = v.InferOutput<typeof Details>;

/** The body of every failure of the desk. Pages have the messages in their own language. */
export const Named = v.object({ failure: v.string(), ...DETAILS });

const named = <const Status extends number>(status: Status, about: string) =>
  ({ status, body: "named", text: null, about }) as const;

/** The failures that only calls of the desk have; those shared with the shop are in `contract/failures.ts`. */
export const DESK_FAILURES = {
  loginLapsed: named(400, "The login was started too long ago or in another browser, or has already returned"),
  logoutTokenWrong: named(400, "The provider's logout token is not valid"),
  passkeyNeeded: named(401, "The password is right, and the person has a passkey; `options` asks for it"),
  identityInvalid: named(401, "The provider's answer is not valid for this login"),
  forbidden: named(403, "The person lacks the permit"),
  otherSite: named(403, "A page of another site sent the request"),
  passkeyMissing: named(403, "The person has to add a passkey first, and can do nothing else"),
  providerDenied: named(403, "The provider refused the login: it was cancelled, or the person may not use the desk"),
  noRole: named(403, "The provider gives the person no role of the desk"),
  personDisabled: named(403, "This person was disabled"),
  noProvider: named(404, "This desk has no login provider"),
  noDocument: named(404, "No document was needed, or its retention time has passed"),
  documentMissing: named(404, "Its file is missing from the document store and has to be restored from a backup"),
  invitationDead: named(404, "The invitation is unknown, was used, was replaced or has expired"),
  changed: named(409, "Another person has changed what was shown; `since` or `by` states who did what"),
  hindered: named(409, "Unavailable now; `hindrance` is the reason"),
  alreadyDone: named(
    409,
    "The draft was submitted or discarded, the request was decided on, or the activation has started",
  ),
  ownRequest: named(409, "People cannot decide on their own requests"),
  notReady: named(409, "The draft has mistakes, or changes nothing"),
  piecesMissing: named(409, "The correction would remove more pieces than are in stock"),
  experimentRunning: named(409, "A run of this experiment is still running"),
  beginnerUnknown: named(409, "The person who started the run logged in another way, and might be the same person"),
  lastAdmin: named(409, "No other person may invite people"),
  personExists: named(409, "A person with this e-mail can already log in"),
  providerOnly: named(409, "People log in at the provider, which also assigns their roles"),
  lastPasskey: named(409, "The last passkey cannot be removed where one is required"),
  passwordWeak: named(422, "The new password is too weak; `mistake` is a sentence about what is wrong"),
  passwordWrong: named(422, "The current password is wrong"),
  reasonNeeded: named(422, "A reason is missing or too short"),
  timePassed: named(422, "The time has already passed"),
  stopRuleWrong: named(422, "The stop rule has too few or too many checkouts, or a day that has passed or is too late"),
  addressWrong: named(422, "The address is wrong; `fields` has a message for each field"),
  townDoubtful: named(
    422,
    "The register has other towns for the postal code, named in `fields`; `townConfirmed` accepts the typed one",
  ),
  fieldsWrong: named(422, "Something was entered wrongly; `fields` has a message for each field"),
  actRefused: named(409, "An extension refuses the act; `mistake` is a sentence that says why"),
  providerDown: named(503, "The login provider does not answer"),
} as const;
