/** The number of a version or an activation in an address; null if it is not a number. */
export const numberOf = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);
