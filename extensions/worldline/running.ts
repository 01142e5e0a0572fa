import type { Adapters } from "#server/extension/adapters.ts";
import { worldline } from "./provider.ts";

export const ports = {
  payment: { worldline: (settings, { timeoutMs }) => worldline({ ...settings, timeoutMs }) },
} satisfies Adapters;
