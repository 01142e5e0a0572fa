import * as v from "valibot";

/** A hexadecimal key of at least 128 bits. */
export const anyHexKey = v.pipe(
  v.string(),
  v.regex(/^([0-9a-fA-F]{2}){16,256}$/, "must be a key of hexadecimal digits, at least 32 of them"),
  v.transform((value) => Buffer.from(value, "hex")),
);
