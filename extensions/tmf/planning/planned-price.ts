import * as v from "valibot";
import { mayBeAbsent } from "#contract/schemas/fields.ts";
import { canonical } from "#core/text/canonical.ts";
import { fromChf, isWholeRappen } from "#core/money/money.ts";
import { addDays, compareDays, dayInZurich, formatDay, type Day } from "#core/time/dates.ts";
import { readMoment, startOfDay } from "#core/time/moments.ts";
import type { Days } from "#server/shop/catalogue/plan-period.ts";
import { failed, type TmfResult } from "../http/failures.ts";
import type { Json, Resource } from "../http/query.ts";
import { addressed } from "../http/resources.ts";
import { PROMOTION } from "../http/price-ids.ts";
import type { PricePlan } from "./price-plan.ts";

const Moment = v.pipe(v.string(), v.transform(readMoment), v.date());
const Planned = v.looseObject({
  price: v.object({ unit: v.literal("CHF"), value: v.pipe(v.number(), v.check(isWholeRappen)) }),
  // In a merge patch, null ends the period (RFC 7386).
  validFor: v.nullish(v.object({ startDateTime: mayBeAbsent(Moment), endDateTime: mayBeAbsent(Moment) })),
  productOfferingTerm: mayBeAbsent(
    v.array(
      v.looseObject({
        duration: v.object({ amount: v.pipe(v.number(), v.integer()), units: v.picklist(["month", "months"]) }),
      }),
    ),
  ),
  lifecycleStatus: mayBeAbsent(v.unknown()),
});
const Discount = v.looseObject({
  priceType: v.literal("discount"),
  popRelationship: v.strictTuple([v.looseObject({ id: v.string() })]),
});

/** Attributes of a patch that are not compared with the resource. */
const NOT_COMPARED = ["@type", "@baseType", "@schemaLocation", "href", "lastUpdate", "version", "lifecycleStatus"];
/** What `lifecycleStatus` can be: that of what is on sale, or of a draft. It is the desk that puts a price on sale. */
export const IN_DESIGN = "In design";

const refused = (reason: string, message?: string) =>
  failed({ status: 400, code: "invalidPrice", reason, ...(message !== undefined && { message }) });

/** Returns the price that a merge patch of a price plans. `current`: the price as it is on sale. */
export function patchedPrice(id: string, body: unknown, current: Resource, today: Day): TmfResult<PricePlan> {
  const read = planOf(id, body, today);
  if (!read.ok) return read;
  const changeable = ["price", "validFor", ...(id.endsWith(PROMOTION) ? ["productOfferingTerm"] : [])];
  const plain = (value: Json | undefined) => canonical(addressed(value ?? null, null));
  const other = Object.entries(body as Resource).find(
    ([name, value]) =>
      !changeable.includes(name) && !NOT_COMPARED.includes(name) && plain(value) !== plain(current[name]),
  );
  return other ? refused(`${other[0]} cannot be changed`, `A patch changes ${changeable.join(" and ")}`) : read;
}

/** Returns the promotion that a new price plans: a discount on a price that exists. */
export function postedPrice(body: unknown, today: Day): TmfResult<PricePlan> {
  const read = v.safeParse(Discount, body);
  if (!read.success)
    return refused(
      "A new price is a discount on one that exists",
      "`priceType` is `discount`, and `popRelationship` has the id of one price; prices that exist are changed by PATCH",
    );
  return planOf(`${read.output.popRelationship[0].id}${PROMOTION}`, body, today);
}

function planOf(id: string, body: unknown, today: Day): TmfResult<PricePlan> {
  const read = v.safeParse(Planned, body);
  if (!read.success)
    return refused(
      "`price` is an amount in CHF with at most two decimals, and `validFor` has times with their time zone",
      read.issues.map(({ path, message }) => `${path?.map(({ key }) => String(key)).join(".")}: ${message}`).join("; "),
    );
  const { price, validFor, productOfferingTerm, lifecycleStatus } = read.output;
  if (lifecycleStatus !== undefined && lifecycleStatus !== IN_DESIGN && lifecycleStatus !== "Active")
    return refused("Only people at the desk put a price on sale or end it");
  const rappen = fromChf(price.value);
  if (id.endsWith(PROMOTION) ? rappen > 0 : rappen < 0)
    return refused("A promotion is below zero, and any other price is not");
  const days = daysOf(validFor ?? {}, today);
  if (!days.ok) return days;
  const [term] = productOfferingTerm ?? [];
  return {
    ok: true,
    value: {
      id,
      rappen,
      days: days.value,
      ...(validFor === null && { alone: true }),
      ...(term && { months: term.duration.amount }),
    },
  };
}

type Times = { readonly startDateTime?: Date | undefined; readonly endDateTime?: Date | undefined };
const SECOND_MS = 1000;

/** Returns the days of a period. Prices change at midnight in Switzerland, so it has to start and end then. */
function daysOf({ startDateTime, endDateTime }: Times, today: Day): TmfResult<Days> {
  const first = startDateTime && dayInZurich(startDateTime);
  // The last second of a day ends it as well as the midnight after it.
  const last = endDateTime && dayInZurich(new Date(endDateTime.getTime() - 1));
  const isMidnight =
    (!first || startOfDay(first).getTime() === startDateTime?.getTime()) &&
    (!last || startOfDay(addDays(last, 1)).getTime() - (endDateTime?.getTime() ?? 0) <= SECOND_MS);
  if (!isMidnight)
    return refused(
      "Prices start and end at midnight in Switzerland",
      "Such as 2026-12-01T00:00:00+01:00 to 2026-12-31T23:59:59+01:00",
    );
  if (startDateTime && endDateTime && endDateTime <= startDateTime) return refused("The period ends before it starts");
  if ([first, last].some((day) => day && compareDays(day, today) < 0)) return refused("The period is in the past");
  return { ok: true, value: { from: first ? formatDay(first) : null, until: last ? formatDay(last) : null } };
}
