import * as v from "valibot";
import { Code, Text, mayBeAbsent } from "#contract/schemas/fields.ts";
import { isCountry } from "#core/address/countries.ts";
import { Context } from "../request.ts";

const volume = (about: string) =>
  v.pipe(
    v.union([v.literal("unlimited"), v.pipe(v.number(), v.minValue(0), v.maxValue(100_000))]),
    v.description(about),
  );
const Country = v.pipe(
  v.string(),
  v.check((code) => isCountry(code), "must be a country of ISO 3166-1, such as FR"),
);
const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** A use that tariffs are compared for. Unknown fields are mistakes, so that no wish is lost. */
export const CompareRequest = v.strictObject({
  data_gb: mayBeAbsent(volume("Gigabytes a month in Switzerland.")),
  minutes: mayBeAbsent(volume("Minutes of calls a month in Switzerland.")),
  abroad: mayBeAbsent(
    v.strictObject({
      countries: v.pipe(v.array(Country), v.minLength(1), v.maxLength(20), v.description("Such as FR.")),
      days: mayBeAbsent(v.pipe(whole(1, 31), v.description("Days there a month, for a share of data_gb."))),
      data_gb: mayBeAbsent(volume("Gigabytes a month there, instead of that share.")),
    }),
  ),
  device: mayBeAbsent(v.pipe(Code, v.description("The code of a device, if one is wanted."))),
  kind: mayBeAbsent(v.picklist(["postpaid", "prepaid"])),
  max_monthly: mayBeAbsent(v.pipe(whole(0, 10_000_000), v.description("Rappen a month, without what is paid once."))),
  months: mayBeAbsent(
    v.pipe(whole(1, 60), v.description("Over how long costs are compared; longer contracts do not fit. 24 if absent.")),
  ),
  context: mayBeAbsent(Context),
});
export type CompareRequest = v.InferOutput<typeof CompareRequest>;

export const CoverageRequest = v.strictObject({
  bundle: mayBeAbsent(v.pipe(Code, v.description("The code of an add-on."))),
  country: mayBeAbsent(Country),
  context: mayBeAbsent(Context),
});
export type CoverageRequest = v.InferOutput<typeof CoverageRequest>;

export const TransferRequest = v.strictObject({
  current_contract: mayBeAbsent(v.picklist(["postpaid", "prepaid"])),
  tariff: mayBeAbsent(v.pipe(Code, v.description("The code of the new tariff."))),
  date: mayBeAbsent(v.pipe(Text, v.description("The wished day, YYYY-MM-DD."))),
  context: mayBeAbsent(Context),
});
export type TransferRequest = v.InferOutput<typeof TransferRequest>;

export const OptionsRequest = v.strictObject({
  tariff: v.pipe(Code, v.description("The code of a mobile or TV tariff.")),
  device: mayBeAbsent(v.pipe(Code, v.description("The code of a device."))),
  context: mayBeAbsent(Context),
});
export type OptionsRequest = v.InferOutput<typeof OptionsRequest>;
