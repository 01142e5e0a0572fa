import type { ForgottenOptions } from "#server/extension/adapters.ts";
import type { Extension } from "#server/extension/extension.ts";
import { ENVIRONMENT } from "#server/config/source.ts";
import { loadOutside } from "#server/extension/outside.ts";
import type { ExtensionJobs } from "#server/platform/jobs/tasks.ts";
import type { ExtensionSecurityEvents } from "#server/platform/security/events.ts";
import type { ExtensionCallName } from "#contract/shop/calls.ts";
import type { ExtensionLimits } from "#server/config/limits.ts";
import type { ExtensionMetrics } from "#server/platform/metrics.ts";
import { agents } from "./agents/extension.ts";
import { archive } from "./archive/extension.ts";
import { datatrans } from "./datatrans/extension.ts";
import { eid } from "./eid/extension.ts";
import { oppwa } from "./oppwa/extension.ts";
import { s3 } from "./s3/extension.ts";
import { smpp } from "./smpp/extension.ts";
import { telemetry } from "./telemetry/extension.ts";
import { tmf } from "./tmf/extension.ts";
import { worldline } from "./worldline/extension.ts";

const LIST = [
  agents,
  archive,
  telemetry,
  tmf,
  smpp,
  s3,
  oppwa,
  worldline,
  datatrans,
  eid,
] as const satisfies readonly Extension[];
type Listed = (typeof LIST)[number];

/** The names that any value has in a part. */
type Named<Value, Part extends keyof Extension> = Value extends { readonly [Key in Part]: infer Names }
  ? keyof Names
  : never;
type IsComplete<Names, Part extends keyof Extension> = [Exclude<Names, Named<Listed, Part>>] extends [never]
  ? true
  : false;

/**
 * The extensions in this tree. The order is that of their chapters in docs/settings.md. A job, security event, call,
 * limit, metric or option that has a type but is in no value is a type error here.
 */
const OWN: [
  IsComplete<keyof ExtensionJobs, "jobs">,
  IsComplete<keyof ExtensionSecurityEvents, "securityEvents">,
  IsComplete<ExtensionCallName, "calls">,
  IsComplete<keyof ExtensionLimits, "limits">,
  IsComplete<keyof ExtensionMetrics, "metrics">,
  ForgottenOptions<Listed>,
] extends [true, true, true, true, true, never]
  ? typeof LIST
  : never = LIST;

/** What the setting `EXTENSIONS` adds. */
const OUTSIDE = await loadOutside(ENVIRONMENT["EXTENSIONS"], process.cwd());

/** All extensions: those in this tree, and then those from outside of it. */
export const EXTENSIONS: readonly [...typeof LIST, ...(readonly Extension[])] = [...OWN, ...OUTSIDE.extensions];

/** A sentence for each extension from outside of the tree that cannot be used. */
export const OUTSIDE_MISTAKES = OUTSIDE.mistakes;
