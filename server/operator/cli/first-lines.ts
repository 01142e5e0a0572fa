const MOST = 20;

/** The first of many sentences about a file, a line each, and how many more there are. */
export function firstLines(sentences: readonly string[]): string {
  const more = sentences.length - MOST;
  return [...sentences.slice(0, MOST), ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}
