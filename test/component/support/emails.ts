let people = 0;

/** An e-mail address that nobody else uses. */
export const newEmail = (): string => `component-${Date.now()}-${(people += 1)}@example.ch`;
