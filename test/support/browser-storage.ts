/** Returns a browser storage for tests without a browser. Its keys are own properties. */
export function fakeStorage(): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => void (values[key] = value),
    removeItem: (key: string) => void delete values[key],
  };
  return new Proxy(values, { get: (target, key) => methods[key as keyof typeof methods] ?? target[key as string] });
}
