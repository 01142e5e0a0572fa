/** What is wrong with a value, as "where: what"; empty: nothing. */
export type Check = (value: unknown, at: string) => readonly string[];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const unless = (is: boolean, what: string, at: string) => (is ? [] : [`${at}: ${what}`]);

export const anything: Check = () => [];
export const flag: Check = (value, at) => unless(typeof value === "boolean", "must be true or false", at);
export const index: Check = (value, at) => unless(Number.isInteger(value) && Number(value) >= 0, "is no index", at);

/** A text that matches all of the pattern. */
export const text =
  (pattern = /^[^]*$/): Check =>
  (value, at) =>
    unless(typeof value === "string" && pattern.test(value), `must match "${pattern.source}"`, at);

export const nullOr =
  (check: Check): Check =>
  (value, at) =>
    value === null ? [] : check(value, at);

/** What fits one of two. */
export const either =
  (one: Check, other: Check): Check =>
  (value, at) =>
    one(value, at).length === 0 ? [] : other(value, at);

/** A list that has something. */
export const some =
  (item: Check): Check =>
  (value, at) =>
    Array.isArray(value) && value.length > 0
      ? value.flatMap((each, place) => item(each, `${at}[${place}]`))
      : [`${at}: must not be empty`];

/** Objects of which no two have the same id. */
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

/** Its required and its other properties. Whatever else it has is ignored. */
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

/** Texts by name. */
export const texts =
  (pattern?: RegExp): Check =>
  (value, at) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([name, each]) => text(pattern)(each, `${at}.${name}`))
      : [`${at}: must be an object`];

/** What passes both. */
export const both =
  (one: Check, other: Check): Check =>
  (value, at) => [...one(value, at), ...other(value, at)];
