import { countersOf } from "#server/platform/http/upkeep.ts";
import { windowOf } from "#server/platform/http/limits.ts";
import { reading } from "../reading.ts";
import { allUnorderedBytes } from "#server/sale/document/queries.ts";

/** The overall limits with the share of them that is used in the current window. */
export const usedLimits = reading("limits", ["kasse_limit_used_ratio"], async ({ db, config, now }) => {
  const overall = Object.entries(config.limits).filter(([, { by }]) => by === "all");
  const counters = await countersOf(
    db,
    overall.map(([name]) => name),
  );
  return {
    kasse_limit_used_ratio: overall.map(([limit, row]) => {
      const start = windowOf(row, now).start.getTime();
      const counter = counters.find(({ key, window_start }) => key === limit && window_start.getTime() === start);
      return { labels: { limit }, value: (counter?.count ?? 0) / row.count };
    }),
  };
});

export const unorderedDocuments = reading(
  "documents without an order",
  ["kasse_unordered_documents_bytes"],
  async ({ db }) => ({ kasse_unordered_documents_bytes: [{ value: await allUnorderedBytes({ db }) }] }),
);
