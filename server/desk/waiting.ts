import type { WaitingCounts, WaitingThing } from "#contract/desk/waiting-answers.ts";
import { permitsOf } from "#core/desk/roles.ts";
import { nextOf, WAITING, WAITING_KINDS, type WaitingKind } from "#core/desk/waiting-kinds.ts";
import { dayInZurich, formatDay } from "#core/time/dates.ts";
import { countWaiting, listWaiting, type WaitingRow } from "#server/read-models/waiting.ts";
import { decidedBy } from "#server/sale/checkout/refusals.ts";
import { ok } from "#server/api/result.ts";
import type { DeskHandler } from "./http/call.ts";
import { productNames } from "./refusals.ts";
import type { DeskServices } from "./services.ts";

/** Maximum number shown per kind, oldest first. */
const SHOWN = 200;

/** Kinds for which `about` begins with the code of a product. */
const ABOUT_PRODUCTS: ReadonlySet<WaitingKind> = new Set(["held", "unpaid", "stockHeld"]);

type Row = WaitingRow & { readonly kind: WaitingKind };

/** GET /waiting: returns what waits, of each kind that the person may deal with, oldest first. */
export function waiting({
  db,
  now: clock,
  config,
  catalogues,
}: Pick<DeskServices, "db" | "now" | "config" | "catalogues">): DeskHandler<"waiting"> {
  return async ({ query, person }) => {
    const permits = permitsOf(person.roles);
    const kinds = WAITING_KINDS.filter(
      (kind) => permits.includes(WAITING[kind].permit) && (query.kind ?? kind) === kind,
    );
    const now = clock();
    const pages = await Promise.all(
      kinds.map(async (kind) => {
        const rows = await listWaiting(db, kind, { now, config }, SHOWN + 1);
        return rows.map((row): Row => ({ kind, ...row }));
      }),
    );
    const nameOf = await productNames({ catalogues });
    const things = pages.flatMap((rows) => rows.slice(0, SHOWN)).map((row) => thingOf(row, { config, now, nameOf }));
    return ok({ things, more: pages.some((rows) => rows.length > SHOWN) });
  };
}

type Naming = {
  readonly config: DeskServices["config"];
  readonly now: Date;
  readonly nameOf: (code: string) => string;
};

function thingOf(row: Row, { config, now, nameOf }: Naming): WaitingThing {
  const { kind, number: order, id, since, until } = row;
  const said = row.about.split("\n")[0] ?? "";
  // `said` is the code of a product, or of a device with the number of pieces.
  const about = ABOUT_PRODUCTS.has(kind) ? said.replace(/^\S+/, nameOf) : said;
  const day = kind === "held" ? decidedBy(since, config) : until && dayInZurich(until);
  const deadline = day && formatDay(day);
  const late = deadline !== null && deadline < formatDay(dayInZurich(now));
  return { kind, order, since: since.toISOString(), deadline, late, id, about, next: nextOf(kind, { order, about }) };
}

/** GET /waiting-counts: returns how many of each kind wait; 0 for kinds that the person may not deal with. */
export function waitingCounts({
  db,
  now,
  config,
}: Pick<DeskServices, "db" | "now" | "config">): DeskHandler<"waitingCounts"> {
  return async ({ person }) => {
    const permits = permitsOf(person.roles);
    const counted = await countWaiting(db, { now: now(), config });
    const countOf = (kind: WaitingKind) => (permits.includes(WAITING[kind].permit) ? counted[kind].count : 0);
    return ok(Object.fromEntries(WAITING_KINDS.map((kind) => [kind, countOf(kind)])) as WaitingCounts);
  };
}
