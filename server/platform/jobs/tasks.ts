/**
 * All jobs by name, with their payloads. The folders that own the jobs add them (`server/sale/jobs.ts`). Payloads refer
 * to rows; they contain no secrets, and no personal data except an e-mail address.
 */
export interface Jobs {}
export type JobName = keyof Jobs;
export type Task<Name extends JobName> = (payload: Jobs[Name]) => Promise<void>;
export type Tasks = { readonly [Name in JobName]: Task<Name> };
