import type { Adapters } from "#server/extension/adapters.ts";
import { oppwa } from "./provider.ts";

export const ports = {
  payment: { oppwa: (settings, { timeoutMs }) => oppwa({ ...settings, timeoutMs }) },
} satisfies Adapters;
