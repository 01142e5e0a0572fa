import type { Handle } from "#server/platform/database/database.ts";
import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { pricedAt } from "#server/shop/catalogue/catalogue-periods.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import type { Catalogue } from "#core/catalogue/catalogue.ts";
import { decimal, toChf } from "#core/money/money.ts";
import { canonical } from "#core/text/canonical.ts";
import { addDays, dayInZurich, parseDay } from "#core/time/dates.ts";
import { startOfDay } from "#core/time/moments.ts";
import { cataloguePath, catalogueResources } from "../catalogue/product-catalogue.ts";
import { failed, type TmfResult } from "../http/failures.ts";
import type { Resource } from "../http/query.ts";
import type { Collection, Version } from "../http/resources.ts";
import { importJobs, type Note } from "./import-job.ts";
import { IN_DESIGN, patchedPrice, postedPrice } from "./planned-price.ts";
import { withPrice, type PricePlan } from "./price-plan.ts";
import { actorOf, changeDraft, type DraftNeeds } from "./system-draft.ts";

/** Notes in the desk's audit log what a system delivers. Throws if it cannot, so that nothing is written then. */
export type NoteDelivery = (tx: Handle, delivery: { readonly actor: string; readonly what: string }) => Promise<void>;
type Needs = DraftNeeds & {
  readonly catalogues: CatalogueStore;
  readonly security: SecurityLog;
  /** The systems that may plan. */
  readonly planners: readonly string[];
  readonly noteDelivery: NoteDelivery;
};

/** Returns the collections of the catalogue with the calls by which systems plan prices, and deliver a catalogue. */
export function withPlanning(collections: readonly Collection[], needs: Needs): readonly Collection[] {
  const { planners, noteDelivery, security } = needs;
  const note =
    (route: string): Note =>
    async (tx, system, what) => {
      await noteDelivery(tx, { actor: actorOf(system), what });
      security.record("tmf.planned", { by: system, route });
    };
  const plannable = (["v4", "v5"] as const).flatMap((version) => {
    const [prices, jobs] = ["productOfferingPrice", "importJob"].map((each) => `${cataloguePath(version)}/${each}`);
    const price = collections.find(({ path }) => path === prices);
    return [
      ...(price ? [{ ...price, ...pricePlanning(version, price, { ...needs, note: note(price.path) }) }] : []),
      importJobs(version, { ...needs, note: note(jobs ?? "") }),
    ];
  });
  const paths = new Set(plannable.map(({ path }) => path));
  return [
    ...collections.filter(({ path }) => !paths.has(path)),
    ...plannable.map((each) => forPlanners(each, planners)),
  ];
}

/** Refuses the writing calls of systems that may only read, whatever they send. */
function forPlanners(collection: Collection, planners: readonly string[]): Collection {
  const { post, patch } = collection;
  const may = (system: string) => planners.includes(system);
  return {
    ...collection,
    ...(post && { post: async (body, system) => (may(system) ? post(body, system) : READS_ONLY) }),
    ...(patch && { patch: async (id, body, system) => (may(system) ? patch(id, body, system) : READS_ONLY) }),
  };
}
const READS_ONLY = failed({
  status: 403,
  code: "notPermitted",
  reason: "This system may only read",
  message: "TMF_PLANNERS lists the systems that may plan prices",
});

function pricePlanning(
  version: Version,
  { get }: Collection,
  needs: Needs & { readonly note: Note },
): Pick<Collection, "post" | "patch"> {
  /** `current`: the price as it is on sale; null for a new one. */
  async function plan(planned: PricePlan, system: string, current: Resource | null): Promise<TmfResult<Resource>> {
    const { from, until } = planned.days;
    const start = momentOf(from) ?? needs.now();
    const { version: number } = await needs.catalogues.current();
    const priceIn = (catalogue: Catalogue): Resource | undefined => {
      const draft = { version: number, catalogue: pricedAt(catalogue, start) };
      const { productOfferingPrice } = catalogueResources(version, draft, needs.now());
      return productOfferingPrice.find(({ id }) => id === planned.id);
    };
    const price = { unit: "CHF", value: toChf(planned.rappen) };
    const note = (tx: Handle) => needs.note(tx, system, `${planned.id} CHF ${decimal(planned.rappen)}`);
    const changed = await changeDraft({ ...needs, note }, system, (catalogue) => {
      const next = withPrice(catalogue, planned);
      if (!next) return NOT_PLANNED;
      // A promotion of zero ends, so the draft does not have it any more.
      const resource = priceIn(next) ?? (planned.rappen === 0 ? current : null);
      if (!resource) return NOT_PLANNED;
      const isPlanned = planned.rappen === 0 || canonical(resource["price"]) === canonical(price);
      return isPlanned ? { ok: true, value: { catalogue: next, resource } } : ANOTHER_APPLIES;
    });
    if (!changed.ok) return changed;
    const [startDateTime, endDateTime] = [momentOf(from)?.toISOString(), endOf(until)?.toISOString()];
    const validFor = { ...(startDateTime && { startDateTime }), ...(endDateTime && { endDateTime }) };
    const value = { ...changed.value.resource, price, version: "draft", lifecycleStatus: IN_DESIGN };
    return { ok: true, value: Object.keys(validFor).length > 0 ? { ...value, validFor } : value };
  }
  const today = () => dayInZurich(needs.now());
  return {
    async patch(id, body, system) {
      const current = await get(id, system);
      if (!current) return failed({ status: 404, code: "notFound", reason: "There is no price with this id" });
      const planned = patchedPrice(id, body, current, today());
      return planned.ok ? plan(planned.value, system, current) : planned;
    },
    async post(body, system) {
      const planned = postedPrice(body, today());
      if (!planned.ok) return planned;
      return (await get(planned.value.id, system)) ? HAS_ONE : plan(planned.value, system, null);
    },
  };
}

const ANOTHER_APPLIES = failed({
  status: 409,
  code: "anotherPriceApplies",
  reason: "In the draft, another price applies on these days",
  message: "`validFor` says on which days the price applies; null ends all other periods of the price",
});
const HAS_ONE = failed({
  status: 409,
  code: "promotionExists",
  reason: "This price has a promotion already",
  message: "Change it by PATCH of the promotion",
});
const NOT_PLANNED = failed({
  status: 400,
  code: "notPlanned",
  reason: "This price cannot be planned so",
  message: "Promotions are for prices of mobile tariffs; fees and the copyright levy have no periods",
});
const SECOND_MS = 1000;

function momentOf(text: string | null): Date | null {
  const day = text === null ? null : parseDay(text);
  return day && startOfDay(day);
}

function endOf(text: string | null): Date | null {
  const day = text === null ? null : parseDay(text);
  return day && new Date(startOfDay(addDays(day, 1)).getTime() - SECOND_MS);
}
