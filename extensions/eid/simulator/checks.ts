/** Returns the errors in a value, as "where: what"; empty if there are none. */
export type Check = (value: unknown, at: string) => readonly string[];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const unless = (is: boolean, what: string, at: string) => (is ? [] : [`${at}: ${what}`]);

export const anything: Check = () => [];
export const flag: Check = (value, at) => unless(typeof value === "boolean", "must be true or false", at);
export const index: Check = (value, at) => unless(Number.isInteger(value) && Number(value) >= 0, "is no index", at);

/** A string that the pattern matches. */
export const text =
  (pattern = /^[^]*$/): Check =>
  (value, at) =>
    unless(typeof value === "string" && pattern.test(value), `must match "${pattern.source}"`, at);

export const nullOr =
  (check: Check): Check =>
  (value, at) =>
    value === null ? [] : check(value, at);

/** A value that passes at least one of the two checks. */
export const either =
  (one: Check, other: Check): Check =>
  (value, at) =>
    one(value, at).length === 0 ? [] : other(value, at);

/** A list that is not empty. */
export const some =
  (item: Check): Check =>
  (value, at) =>
    Array.isArray(value) && value.length > 0
      ? value.flatMap((each, place) => item(each, `${at}[${place}]`))
      : [`${at}: must not be empty`];

/** A list of objects with distinct ids. */
export const distinct =
  (item: Check): Check =>
  (value, at) => {
    const ids = (Array.isArray(value) ? value : []).flatMap((each) => (isRecord(each) ? [each["id"]] : []));
    const given = ids.filter((id) => id !== undefined);
    return [
      ...some(item)(value, at),
      ...unless(new Set(given).size === given.length, "the same id is present more than once", at),
    ];
  };

/** An object with its required and optional properties. Other properties are ignored. */
export const object =
  (required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check =>
  (value, at) => {
    if (!isRecord(value)) return [`${at}: must be an object`];
    const within = (name: string) => (at === "" ? name : `${at}.${name}`);
    return [
      ...Object.entries(required).flatMap(([name, check]) =>
        value[name] === undefined ? [`${within(name)}: must not be null`] : check(value[name], within(name)),
      ),
      ...Object.entries(optional).flatMap(([name, check]) =>
        value[name] === undefined ? [] : check(value[name], within(name)),
      ),
    ];
  };

/** An object of strings. */
export const texts =
  (pattern?: RegExp): Check =>
  (value, at) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([name, each]) => text(pattern)(each, `${at}.${name}`))
      : [`${at}: must be an object`];

/** A value that passes both checks. */
export const both =
  (one: Check, other: Check): Check =>
  (value, at) => [...one(value, at), ...other(value, at)];
