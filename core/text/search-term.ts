/** Maximum length of a search term, in characters. */
export const LONGEST_SEARCH_TERM = 2000;

/** Returns the part of a typed text that is searched for, so that no text is too long for a search. */
export const searchTerm = (typed: string): string => typed.slice(0, LONGEST_SEARCH_TERM).toWellFormed();
