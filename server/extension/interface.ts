/**
 * What extensions outside of this tree import as `kasse/extension`, and nothing else of Kasse (docs/extensions.md).
 *
 * An extension adds its types to the open interfaces by `declare module "kasse/extension"`. That works only for names
 * that are exported with a star.
 *
 * No module here may load `extensions/index.ts`, which waits for the extensions that import this file.
 */

// The value.
export { defineExtension } from "./extension.ts";
export type { Extension, Figures, Host, Observer, PersonalData, Running, Upkeep } from "./extension.ts";
export type { Adapters, StoreOfDocuments } from "./adapters.ts";
export type { Services } from "#server/services.ts";
export { CommandError, UsageError, type Command } from "#server/command.ts";

// Settings. Their schemas are Valibot's.
export * as v from "valibot";
export { choice, optional, setting, type ConfigOf } from "#server/config/setting.ts";
export { someOf } from "#server/config/list-schemas.ts";
export { either, oneOf, secretText, text, webAddress, wholeNumber } from "#server/config/schemas.ts";
export { limit } from "#server/config/limit.ts";
export type * from "#server/config/options.ts";
export type * from "#server/config/settings.ts";
export type * from "#server/config/limits.ts";

// The database and the queue of jobs.
export type { Database, Handle, ReadHandle } from "#server/platform/database/database.ts";
export type * from "#server/platform/database/tables.ts";
export { fragment, run, runTogether, statement, type Statement } from "#server/platform/database/statement.ts";
export { addJobs, queueOf, type NewJob } from "#server/platform/jobs/queue.ts";
export type * from "#server/platform/jobs/tasks.ts";

// Other systems.
export { NotReached, Unavailable, Unreadable, within } from "#server/platform/unavailable.ts";
export { askJson, readAnswer, readJson, send } from "#server/platform/http/json-client.ts";
export { isSameSecret } from "#server/platform/http/secrets.ts";
export { mayBeAbsent } from "#contract/schemas/fields.ts";
export { bankText } from "#server/sale/payment/bank-text.ts";
export type * from "#server/sale/payment/provider.ts";
export type { Payer } from "#server/sale/payment/payer.ts";
export type { Reduction } from "#core/checkout-record/reduction.ts";
export type { ReductionKeeper, ReductionUse } from "#server/sale/checkout/reductions.ts";
export type { Reduce } from "#server/sale/steps/reduce.ts";
export type { SummaryField } from "#server/sale/steps/summary-field.ts";
export { deskAct, type DeskAct, type DeskSection, type DeskSectionRow } from "./desk-section.ts";
export type { DeskPermit } from "#core/desk/roles.ts";
export type { SmsCounts, SmsPort, SmsOutcome } from "#server/platform/mail-and-sms.ts";
export type { DocumentStore } from "#server/sale/document/keep.ts";
export type { EidPort } from "#server/sale/document/eid/port.ts";

// Metrics and the security log.
export { ofDatabase, type Sample } from "#server/platform/metrics.ts";
export type * from "#server/platform/metrics.ts";
export type * from "#server/platform/security/events.ts";

// Amounts, languages and time.
export { decimal, fromChf, inChf, toChf, type Rappen } from "#core/money/money.ts";
export { LOCALES, type Locale, type LocalText } from "#core/text/locale.ts";
export type { Clock } from "#server/platform/clock.ts";
