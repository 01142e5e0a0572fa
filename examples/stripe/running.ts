import type { Adapters } from "kasse/extension";
import { stripe } from "./provider.ts";

export const ports = {
  payment: { stripe: (settings, { timeoutMs }) => stripe({ ...settings, timeoutMs }) },
} satisfies Adapters;
