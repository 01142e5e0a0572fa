import * as v from "valibot";
import { Code, Text } from "#contract/schemas/fields.ts";
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
  data_gb: v.optional(volume("Gigabytes a month in Switzerland.")),
  minutes: v.optional(volume("Minutes of calls a month in Switzerland.")),
  abroad: v.optional(
    v.strictObject({
      countries: v.pipe(v.array(Country), v.minLength(1), v.maxLength(20), v.description("Such as FR.")),
      days: v.optional(v.pipe(whole(1, 31), v.description("Days there a month, for a share of data_gb."))),
      data_gb: v.optional(volume("Gigabytes a month there, instead of that share.")),
    }),
  ),
  device: v.optional(v.pipe(Code, v.description("The code of a device, if one is wanted."))),
  kind: v.optional(v.picklist(["postpaid", "prepaid"])),
  max_monthly: v.optional(v.pipe(whole(0, 10_000_000), v.description("Rappen a month, without what is paid once."))),
  months: v.optional(
    v.pipe(whole(1, 60), v.description("Over how long costs are compared; longer contracts do not fit. 24 if absent.")),
  ),
  context: v.optional(Context),
});
export type CompareRequest = v.InferOutput<typeof CompareRequest>;

export const CoverageRequest = v.strictObject({
  bundle: v.optional(v.pipe(Code, v.description("The code of an add-on."))),
  country: v.optional(Country),
  context: v.optional(Context),
});
export type CoverageRequest = v.InferOutput<typeof CoverageRequest>;

export const TransferRequest = v.strictObject({
  current_contract: v.optional(v.picklist(["postpaid", "prepaid"])),
  tariff: v.optional(v.pipe(Code, v.description("The code of the new tariff."))),
  date: v.optional(v.pipe(Text, v.description("The wished day, YYYY-MM-DD."))),
  context: v.optional(Context),
});
export type TransferRequest = v.InferOutput<typeof TransferRequest>;

export const OptionsRequest = v.strictObject({
  tariff: v.pipe(Code, v.description("The code of a mobile or TV tariff.")),
  device: v.optional(v.pipe(Code, v.description("The code of a device."))),
  context: v.optional(Context),
});
export type OptionsRequest = v.InferOutput<typeof OptionsRequest>;
