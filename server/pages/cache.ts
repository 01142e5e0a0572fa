import type { ReadyAnswer } from "#server/platform/http/ready.ts";

const MAX_PAGES = 300;

/** Rendered pages by a key that identifies their content. The oldest is removed when there are too many. */
export class PageCache {
  private readonly pages = new Map<string, ReadyAnswer>();

  /** The page of a key; `make` renders it if it is not cached. */
  async take(key: string, make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> {
    const known = this.pages.get(key);
    if (known) return known;
    const page = await make();
    this.pages.set(key, page);
    const [oldest] = this.pages.keys();
    if (this.pages.size > MAX_PAGES && oldest !== undefined) this.pages.delete(oldest);
    return page;
  }
}
