/**
 * All jobs by name, with their payloads. The folders that own the jobs add them (`server/sale/jobs.ts`). Payloads refer
 * to rows; they contain no secrets, and no personal data except an e-mail address.
 */
export interface Jobs {}
/** The jobs of the extensions, which add them. They run in the lane `events`. */
export interface ExtensionJobs {}
type AllJobs = Jobs & ExtensionJobs;
export type JobName = keyof AllJobs;
export type PayloadOf<Name extends JobName> = AllJobs[Name];
export type Task<Name extends JobName> = (payload: PayloadOf<Name>) => Promise<void>;
export type Tasks = { readonly [Name in JobName]: Task<Name> };
