import type { Extension } from "#server/extension/extension.ts";
import type { ExtensionJobs } from "#server/platform/jobs/tasks.ts";
import type { ExtensionSecurityEvents } from "#server/platform/security/events.ts";
import { tmf } from "./tmf/extension.ts";

const LIST = [tmf] as const satisfies readonly Extension[];
type Listed = (typeof LIST)[number];

/** The names that have a type but are in no value; `never` if there are none. */
type Forgotten<Names, Part> = Exclude<Names, Part extends unknown ? keyof Part : never>;
type IsComplete<Names, Part> = [Forgotten<Names, Part>] extends [never] ? true : false;

/**
 * The extensions of this build. The order is that of their chapters in docs/settings.md. A job or security event that
 * has a type but is in no value is a type error here.
 */
export const EXTENSIONS: [
  IsComplete<keyof ExtensionJobs, Listed["jobs"]>,
  IsComplete<keyof ExtensionSecurityEvents, Listed["securityEvents"]>,
] extends [true, true]
  ? typeof LIST
  : never = LIST;
