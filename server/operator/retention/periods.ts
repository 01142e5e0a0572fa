import { dayInZurich, formatDay } from "#core/dates.ts";
import { ruleOn, type Law } from "#core/law.ts";
import type { Config } from "#server/config/config.ts";

/** For how many days each kind of data is kept. */
export type Retention = { readonly [Kind in keyof Config["retention"]]: number };

/** What is removed at a moment is decided by the settings and, where they do not say it, by the law of that day. */
export function retentionAt(settings: Config["retention"], law: Law, now: Date): Retention {
  const { documents, orders } = ruleOn(law, "retention", formatDay(dayInZurich(now))).days;
  return { ...settings, documents: settings.documents ?? documents, orders: settings.orders ?? orders };
}
