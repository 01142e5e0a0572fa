import { oldEvents } from "#server/integrations/handover/upkeep.ts";
import { oldMessages } from "#server/integrations/mail-and-sms/upkeep.ts";
import { oldFigures } from "#server/operator/hourly-figures/hours.ts";
import { oldStarts } from "#server/operator/hourly-figures/note-checkouts.ts";
import { oldInvitations } from "#server/operator/desk-people/invitations.ts";
import { oldLoginAttempts } from "#server/operator/desk-people/login-attempts.ts";
import { oldChallenges as oldDeskChallenges } from "#server/operator/desk-people/passkeys.ts";
import { oldLogoutTokens } from "#server/operator/desk-people/provider-people.ts";
import { oldSessions } from "#server/operator/desk-people/sessions.ts";
import { oldProcesses } from "#server/operator/readiness.ts";
import { daysBefore, type Expired } from "#server/platform/database/old-rows.ts";
import { countEmptyQueues, removeEmptyQueues } from "#server/platform/jobs/empty-queues.ts";
import { oldFiles } from "#server/platform/http/files.ts";
import { oldCounters } from "#server/api/upkeep.ts";
import { oldAnswers, oldCalls, oldCheckoutLinks } from "#server/sale/checkout/upkeep.ts";
import { oldVerifications } from "#server/sale/document/upkeep.ts";
import { oldEsims, oldNotifications } from "#server/sale/esim/upkeep.ts";
import { oldChallenges, oldCodes, oldResets, oldTextCounts, oldTokens } from "#server/sale/identity/upkeep.ts";
import { oldWebhookEvents } from "#server/sale/ledger/upkeep.ts";
import { oldPlaces } from "#server/sale/launch/upkeep.ts";
import { oldDocumentLinks, oldOrderLinks } from "#server/sale/order/upkeep.ts";
import { oldTransfers } from "#server/shop/phone-numbers/transfers.ts";
import { oldPhotoLinks } from "#server/sale/document/phone/upkeep.ts";
import { partOf, type PurgePart, type Retention } from "./part.ts";

/** Expired codes, links, tokens, counts of attempts, eSIM profiles, recorded steps of shoppers and webhook ids. */
export const secrets: readonly PurgePart[] = [
  rows("login codes", oldCodes, "secrets"),
  rows("password links", oldResets, "secrets"),
  rows("passkey challenges", oldChallenges, "secrets"),
  rows("phone links", oldPhotoLinks, "secrets"),
  rows("verifications of e-IDs", oldVerifications, "secrets"),
  rows("links to orders", oldOrderLinks, "secrets"),
  rows("links to checkouts", oldCheckoutLinks, "secrets"),
  rows("references to documents", oldDocumentLinks, "secrets"),
  rows("counts of tries", oldCounters, "secrets"),
  rows("counts of texts", oldTextCounts, "secrets"),
  rows("transfers of numbers", oldTransfers, "secrets"),
  rows("places in launch queues", oldPlaces, "secrets"),
  rows("ended logins", oldTokens, "secrets"),
  rows("ended logins at the desk", oldSessions, "secrets"),
  rows("invitations to the desk", oldInvitations, "secrets"),
  rows("logins begun at the provider", oldLoginAttempts, "secrets"),
  rows("logout tokens of the provider", oldLogoutTokens, "secrets"),
  rows("passkey challenges of the desk", oldDeskChallenges, "secrets"),
  rows("eSIM profiles", oldEsims, "esims"),
  rows("reports about eSIMs", oldNotifications, "esims"),
  rows("begins of checkouts", oldStarts, "checkouts"),
  rows("steps of checkouts", oldCalls, "checkouts"),
  rows("ids of webhook events", oldWebhookEvents, "webhookEvents"),
  partOf("answers of solvency checks", ({ now, retention }) => oldAnswers({ periods: retention.creditRefusals, now })),
];

/**
 * Rows of the sandboxes. Nothing refers to them. The systems that sandboxes replace would have retention rules of their
 * own.
 */
export const sandboxRows: readonly PurgePart[] = [
  rows("rows of sandbox_messages", oldMessages, "checkouts"),
  rows("rows of sandbox_orders", oldEvents, "checkouts"),
];

/** Rows of processes that have ended (`/readyz`), of queues of jobs, computed figures, and built files. */
export const serverProcesses = partOf("ended server processes", ({ now }) => oldProcesses(daysBefore(now, 1)));
export const emptyQueues: PurgePart = {
  about: "queues without a job",
  count: ({ db }) => countEmptyQueues(db),
  remove: ({ db }) => removeEmptyQueues(db),
};
export const figures = partOf("figures of the desk", ({ now }) => oldFigures(now));
export const builtFiles = partOf("files of earlier builds", ({ now }) => oldFiles(now));

function rows(
  about: string,
  old: (before: Date) => Expired,
  keptFor: Exclude<keyof Retention, "documents" | "orders" | "creditRefusals">,
): PurgePart {
  return partOf(about, ({ now, retention }) => old(daysBefore(now, retention[keptFor])));
}
