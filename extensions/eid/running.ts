import type { Adapters } from "#server/extension/adapters.ts";
import { swiyuVerifier } from "./swiyu.ts";

export const ports = {
  eid: { swiyu: (settings, { restMs }) => swiyuVerifier({ ...settings, restMs }) },
} satisfies Adapters;
