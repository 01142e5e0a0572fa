import type { Extension } from "#server/extension/extension.ts";
import type { ExtensionJobs } from "#server/platform/jobs/tasks.ts";
import type { ExtensionSecurityEvents } from "#server/platform/security/events.ts";
import { tmf } from "./tmf/extension.ts";

const LIST = [tmf] as const satisfies readonly Extension[];

type KeysOf<Part> = Part extends unknown ? keyof Part : never;
type Named = (typeof LIST)[number];
type Forgotten =
  | Exclude<keyof ExtensionJobs, KeysOf<Named["jobs"]>>
  | Exclude<keyof ExtensionSecurityEvents, KeysOf<Named["securityEvents"]>>;

/**
 * The extensions of this build. The order is that of their chapters in docs/settings.md. A job or security event that
 * has a type but is in no value is a type error here.
 */
export const EXTENSIONS: [Forgotten] extends [never] ? typeof LIST : Forgotten = LIST;
