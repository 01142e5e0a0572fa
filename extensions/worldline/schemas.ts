import * as v from "valibot";

/** `id:secret,…`. There are two while a key is being replaced. */
export const webhookKeys = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((part) => part.trim().split(":"))),
  v.check(
    (keys) => keys.every((parts) => parts.length === 2 && parts.every(Boolean)),
    "must be a list of id:secret, as Worldline's pages show them",
  ),
  v.transform((keys): readonly { id: string; secret: string }[] =>
    keys.map(([id = "", secret = ""]) => ({ id, secret })),
  ),
);

/** Numbers separated by commas; empty means none. */
export const numberList = v.pipe(
  v.string(),
  v.transform((value) => value.split(",").map((part) => part.trim())),
  v.check(
    (parts) => parts.every((part) => part === "") || parts.every((part) => /^[1-9]\d{0,8}$/.test(part)),
    "must be a list of numbers such as 1,3,840",
  ),
  v.transform((parts): readonly number[] => parts.filter(Boolean).map(Number)),
);
