let people = 0;

/** Returns a unique e-mail address. */
export const newEmail = (): string => `component-${Date.now()}-${(people += 1)}@example.ch`;
