export const serverFlags: readonly string[];
export const serverEnvironment: Readonly<Record<string, string>>;
export const compiled: Readonly<Record<string, string>>;
