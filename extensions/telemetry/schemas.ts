import * as v from "valibot";

/** A share from 0 to 1. */
export const share = v.pipe(
  v.string(),
  v.regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, "must be a number from 0 to 1, such as 0.1"),
  v.transform(Number),
);

function isPercentEncoded(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

/** Headers in OpenTelemetry's format: `name=value`, separated by commas, percent-encoded where needed. */
export const otlpHeaders = v.pipe(
  v.string(),
  v.regex(
    /^\s*[\w-]+=[^,=][^,]*(,\s*[\w-]+=[^,=][^,]*)*$/,
    "must be a list such as authorization=Bearer%20abc,x-tenant=shop",
  ),
  v.check(isPercentEncoded, "has a % that is not part of a percent-encoded character"),
  v.transform((value): Readonly<Record<string, string>> =>
    Object.fromEntries(
      value.split(",").map((part) => {
        const at = part.indexOf("=");
        return [part.slice(0, at).trim(), decodeURIComponent(part.slice(at + 1).trim())];
      }),
    ),
  ),
);
