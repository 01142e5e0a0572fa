import { createPrivateKey, X509Certificate } from "node:crypto";
import * as v from "valibot";
import { eachEntry } from "./list-schemas.ts";

/** Schemas for keys and certificates, like those in `schemas.ts`. */

/** A hexadecimal key of 256 bits. */
export const hexKey = v.pipe(
  v.string(),
  v.regex(/^[0-9a-fA-F]{64}$/, "must be a key of 64 hexadecimal digits"),
  v.transform((value) => Buffer.from(value, "hex")),
);

const DOCUMENT_KEY = /^([A-Za-z0-9_-]{1,32}):([0-9a-fA-F]{64})$/;

/** `id:<64 hex digits>,…`. The first key encrypts, all of them decrypt. */
export const documentKeys = v.pipe(
  v.string(),
  v.transform((value): readonly string[] => value.split(",").map((part) => part.trim())),
  eachEntry(
    (part) => DOCUMENT_KEY.test(part),
    "must be a list of id:key, each key 64 hexadecimal digits, such as k1:4f2a…",
    "place",
  ),
  v.transform((parts): readonly { id: string; key: Buffer }[] =>
    parts.map((part) => {
      const [, id = "", key = ""] = DOCUMENT_KEY.exec(part) ?? [];
      return { id, key: Buffer.from(key, "hex") };
    }),
  ),
  v.check(
    (keys) => repeatedId(keys) === null,
    ({ input }) => `names "${repeatedId(input)}" twice; every key needs a unique id`,
  ),
);

function repeatedId(keys: readonly { id: string }[]): string | null {
  return keys.find(({ id }, at) => keys.findIndex((other) => other.id === id) !== at)?.id ?? null;
}

/** A certificate and its private key in one text, in either order. */
export const certificateWithKey = v.pipe(
  v.string(),
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    try {
      if (new X509Certificate(value).checkPrivateKey(createPrivateKey(value))) return { cert: value, key: value };
      addIssue({ message: "has a key that is not the certificate's" });
    } catch {
      addIssue({ message: "must be a certificate and its unencrypted private key, one after the other in PEM form" });
    }
    return NEVER;
  }),
);
