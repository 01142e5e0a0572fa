import { bulkhead, BulkheadRejectedError } from "cockatiel";
import { Unavailable } from "#server/platform/unavailable.ts";

/**
 * Runs work that takes or holds a piece of an article. Throws Unavailable if too many others wait for the same
 * article.
 */
export type ArticleQueue = <T>(article: string | null | undefined, work: () => Promise<T>) => Promise<T>;

/** How many purchases of one article hold a database connection at a time. */
const AT_ONCE = 3;
/** How many more wait. */
const WAITING = 500;

/**
 * Lets few purchases of the same article into the database at a time: each of them waits for the same row. If somebody
 * who holds it does not go on, the others wait here, not on all the connections that purchases of other articles need.
 */
export function createArticleQueue({ atOnce = AT_ONCE, waiting = WAITING } = {}): ArticleQueue {
  const queues = new Map<string, { readonly run: ReturnType<typeof bulkhead>; users: number }>();
  return async (article, work) => {
    if (!article) return work();
    const queue = queues.get(article) ?? { run: bulkhead(atOnce, waiting), users: 0 };
    queues.set(article, queue);
    queue.users += 1;
    try {
      return await queue.run.execute(work);
    } catch (error) {
      if (!(error instanceof BulkheadRejectedError)) throw error;
      throw new Unavailable(`too many wait for a piece of ${article}`);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) queues.delete(article);
    }
  };
}
