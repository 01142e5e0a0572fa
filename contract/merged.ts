type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type PartOf<Value, Part extends string> = Value extends { readonly [Key in Part]: infer Rows } ? Rows : never;

/** The rows that several values have in a part, together; no rows if none has the part. */
export type Merged<Value, Part extends string> = [PartOf<Value, Part>] extends [never]
  ? Readonly<Record<never, never>>
  : Intersection<PartOf<Value, Part>>;

/** Returns the rows that several values have in a part, in one table. */
export const merged = <Value extends object, Part extends string>(values: readonly Value[], part: Part) =>
  Object.assign({}, ...values.map((value) => (value as Readonly<Partial<Record<Part, object>>>)[part])) as Merged<
    Value,
    Part
  >;
