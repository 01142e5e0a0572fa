import type { Adapters } from "#server/extension/adapters.ts";
import { smppSms } from "./sms.ts";

export const ports = {
  sms: { smpp: (settings, { log, counts }) => smppSms({ ...settings, ...settings.centre }, { log, counts }) },
} satisfies Adapters;
