/**
 * Removes every member that is null from a text with JSON, at any depth, for libraries that accept only absent members,
 * and a byte order mark at its start. Elements of lists stay. Text that is no JSON is returned as it is.
 */
export function jsonWithoutNulls(text: string): string {
  try {
    // A reviver removes a member by returning undefined.
    return (
      JSON.stringify(JSON.parse(text.replace(/^\uFEFF/, ""), (_name, value: unknown) => value ?? undefined)) ?? text
    );
  } catch {
    return text;
  }
}

/** Returns a copy of an object from another system without the members that are null, which its type does not have. */
export const withoutNulls = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as Fields;
