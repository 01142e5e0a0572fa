import type { Adapters } from "#server/extension/adapters.ts";
import { datatrans } from "./provider.ts";

export const ports = {
  payment: { datatrans: (settings, { timeoutMs }) => datatrans({ ...settings, timeoutMs }) },
} satisfies Adapters;
