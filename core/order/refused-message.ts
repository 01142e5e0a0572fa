/** Precedes, in the record of an order's messages, what a message was about that was refused for good. */
export const REFUSED_MESSAGE = "refused ";

/** Returns what a refused message was about; null if the message was sent. */
export const refusedAbout = (about: string): string | null =>
  about.startsWith(REFUSED_MESSAGE) ? about.slice(REFUSED_MESSAGE.length) : null;
