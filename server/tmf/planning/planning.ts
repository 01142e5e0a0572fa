import type { SecurityLog } from "#server/platform/security/security-log.ts";
import { pricedAt } from "#server/shop/catalogue/catalogue-periods.ts";
import type { CatalogueStore } from "#server/shop/catalogue/store.ts";
import { addDays, parseDay } from "#core/time/dates.ts";
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
export type NoteDelivery = (delivery: { readonly actor: string; readonly what: string }) => Promise<void>;
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
    async (system, what) => {
      await noteDelivery({ actor: actorOf(system), what });
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
  async function plan(planned: PricePlan, system: string): Promise<TmfResult<Resource>> {
    await needs.note(system, planned.id);
    const changed = await changeDraft(needs, system, (catalogue) => {
      const next = withPrice(catalogue, planned);
      return next ? { ok: true, value: next } : NOT_PLANNED;
    });
    if (!changed.ok) return changed;
    const { from, until } = planned.days;
    const start = momentOf(from) ?? needs.now();
    const { version: number } = await needs.catalogues.current();
    const draft = { version: number, catalogue: pricedAt(changed.value, start) };
    const { productOfferingPrice } = catalogueResources(version, draft, needs.now());
    const resource = productOfferingPrice.find(({ id }) => id === planned.id) ?? { id: planned.id };
    const validFor = { startDateTime: momentOf(from)?.toISOString(), endDateTime: endOf(until)?.toISOString() };
    return { ok: true, value: { ...resource, version: "draft", lifecycleStatus: IN_DESIGN, validFor } };
  }
  return {
    async patch(id, body, system) {
      const current = await get(id, system);
      if (!current) return failed({ status: 404, code: "notFound", reason: "There is no price with this id" });
      const planned = patchedPrice(id, body, current);
      return planned.ok ? plan(planned.value, system) : planned;
    },
    async post(body, system) {
      const planned = postedPrice(body);
      return planned.ok ? plan(planned.value, system) : planned;
    },
  };
}

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
