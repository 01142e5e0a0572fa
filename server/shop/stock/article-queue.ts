import { bulkhead, BulkheadRejectedError } from "cockatiel";
import { Unavailable } from "#server/platform/unavailable.ts";

/**
 * Runs work that takes or holds a piece of an article. Throws Unavailable if too many others are waiting for the same
 * article.
 */
export type ArticleQueue = <T>(article: string | null | undefined, work: () => Promise<T>) => Promise<T>;

/** How many purchases of one article may use a database connection at the same time. */
const AT_ONCE = 3;
/** Maximum number of waiting purchases. */
const WAITING = 500;

/**
 * Limits how many purchases of the same article run at once, because they wait for the same row. If one of them stalls,
 * the others wait here instead of occupying the connections that purchases of other articles need.
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
      throw new Unavailable(`too many purchases are waiting for a piece of ${article}`);
    } finally {
      queue.users -= 1;
      if (queue.users === 0) queues.delete(article);
    }
  };
}
