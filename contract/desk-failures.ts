import * as v from "valibot";
import { DESK_ORDER_ACTIONS, RECORDED_ACTIONS, UNAVAILABLE_REASONS } from "../core/desk/order-actions.ts";
import { At, list } from "./schemas/fields.ts";
import { CredentialOptions } from "./schemas/account.ts";

/** The details of a failure, beside its name. */
const DETAILS = {
  since: v.exactOptional(list(v.object({ at: At, actor: v.string(), act: v.picklist(RECORDED_ACTIONS) }))),
  /** Who has changed a draft, or decided on a request, and when. */
  by: v.exactOptional(v.object({ actor: v.string(), at: At })),
  /** The pieces of an article that are there now. */
  onHand: v.exactOptional(v.number()),
  hindrance: v.exactOptional(v.picklist(UNAVAILABLE_REASONS)),
  /** What is wrong with a new password, in the language of the call. */
  mistake: v.exactOptional(v.string()),
  /** The message of each wrong field. */
  fields: v.exactOptional(v.record(v.string(), v.string())),
  /** In seconds. */
  retryAfter: v.exactOptional(v.number()),
  act: v.exactOptional(v.picklist(DESK_ORDER_ACTIONS)),
  options: v.exactOptional(CredentialOptions),
};
const Details = v.object(DETAILS);
export type DeskFailureDetails = v.InferOutput<typeof Details>;

/** The body of any failure of the desk. The sentence is the page's, in its language. */
export const Named = v.object({ failure: v.string(), ...DETAILS });

const named = <const Status extends number>(status: Status, about: string) =>
  ({ status, body: "named", text: null, about }) as const;

/**
 * The failures that only calls of the desk have; those that they share with the shop's are in `contract/failures.ts`.
 */
export const DESK_FAILURES = {
  loginLapsed: named(400, "The login was begun too long ago, in another browser, or has come back already"),
  logoutTokenWrong: named(400, "The provider's logout token is not valid"),
  passkeyNeeded: named(401, "The password is right, and the person has a passkey; `options` asks for it"),
  identityInvalid: named(401, "What the provider answered is not valid for this login"),
  forbidden: named(403, "The person lacks the permit"),
  otherSite: named(403, "A page of another site sent the request"),
  passkeyMissing: named(403, "The person has to add a passkey first, and can do nothing else"),
  providerDenied: named(403, "The provider refused the login: somebody cancelled, or may not use the desk"),
  noRole: named(403, "The provider gives the person no role of the desk"),
  personDisabled: named(403, "Somebody has disabled this person"),
  noProvider: named(404, "People do not log in at a provider here"),
  noDocument: named(404, "No document was needed, or its retention time has passed"),
  documentMissing: named(404, "Its file is missing from the document store and has to be restored from a backup"),
  invitationDead: named(404, "The invitation is unknown, was used, was replaced or has expired"),
  changed: named(409, "Somebody else has changed what was shown; `since` or `by` says who did what"),
  hindered: named(409, "Not possible now; `hindrance` says why"),
  alreadyDone: named(
    409,
    "A draft that was submitted or discarded, a request that somebody has decided on, or an activation that has begun",
  ),
  ownRequest: named(409, "Nobody decides on their own request"),
  notReady: named(409, "A draft with mistakes, or one that changes nothing"),
  piecesMissing: named(409, "A correction would take away more pieces than there are"),
  experimentRunning: named(409, "A run of this experiment goes on already, or still"),
  beginnerUnknown: named(
    409,
    "A run was begun by somebody who logged in by another way, so nobody can tell whether it was the same person",
  ),
  lastAdmin: named(409, "Nobody would be left who may invite people"),
  personExists: named(409, "Somebody with this e-mail may log in already"),
  providerOnly: named(409, "People log in at the provider, which also gives their roles"),
  lastPasskey: named(409, "The last passkey cannot be removed where one is required"),
  passwordWeak: named(422, "`mistake` is a sentence that says what is wrong with a new password"),
  passwordWrong: named(422, "The current password is wrong"),
  reasonNeeded: named(422, "A reason is missing or too short"),
  timePassed: named(422, "A time that has passed"),
  stopRuleWrong: named(422, "A stop rule with too few or too many checkouts, or a day that has passed or is too late"),
  addressWrong: named(422, "`fields` says what is wrong with the address"),
  townDoubtful: named(
    422,
    "The register has other towns with the postal code, which `fields` names; with `townConfirmed` the town is accepted",
  ),
  providerDown: named(503, "The login provider does not answer"),
} as const;
