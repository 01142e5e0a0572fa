import * as v from "valibot";
import { expect, test } from "vitest";
import { DESK_CALLS } from "./desk/calls.ts";
import { ENDPOINTS } from "./shop/calls.ts";
import { mayBeAbsent } from "./schemas/fields.ts";

type Node = v.GenericSchema & {
  readonly entries?: Readonly<Record<string, Node>>;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly Node[];
};
const MAY_BE_LEFT_OUT: ReadonlySet<string> = new Set(["optional", "exact_optional", "nullish"]);

/** Fields of a schema that may be left out but not be null, as paths. */
function strictIn(schema: Node, path: string): readonly string[] {
  const fields = Object.entries(schema.entries ?? {}).flatMap(([name, entry]) => [
    ...(MAY_BE_LEFT_OUT.has(entry.type) && !v.safeParse(entry, null).success ? [`${path}.${name}`] : []),
    ...strictIn(entry, `${path}.${name}`),
  ]);
  const options = (schema.options ?? []).filter((each): each is Node => typeof each === "object" && each !== null);
  const inner = [schema.wrapped, schema.item, ...options, ...(schema.pipe ?? []).slice(0, 1)];
  return [...fields, ...inner.flatMap((each) => (each && each !== schema ? strictIn(each, path) : []))];
}

test("in every request, what may be absent may be null (wire, Common)", () => {
  const bodies = [...Object.entries(ENDPOINTS), ...Object.entries(DESK_CALLS)].flatMap(([name, { body }]) =>
    body === null ? [] : strictIn(body as unknown as Node, name),
  );
  expect([...new Set(bodies)]).toEqual([]);
});

test("absent and null read alike, also with another value instead", () => {
  const schema = v.object({ one: mayBeAbsent(v.string()), list: mayBeAbsent(v.array(v.number()), []) });
  for (const sent of [{}, { one: null, list: null }, { one: undefined, list: undefined }])
    expect(v.parse(schema, sent)).toEqual({ list: [] });
  expect(v.parse(schema, { one: "a", list: [1] })).toEqual({ one: "a", list: [1] });
  expect(v.safeParse(schema, { one: 1 }).success).toBe(false);
});
