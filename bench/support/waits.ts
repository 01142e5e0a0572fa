import pg from "pg";

const EVERY_MS = 20;

/** Samples what the shop's connections to PostgreSQL are doing: running, or waiting for something. */
export class WaitWatch {
  private readonly client: pg.Client;
  private readonly counts = new Map<string, number>();
  private running: Promise<void> = Promise.resolve();
  private readonly timer: NodeJS.Timeout;

  private constructor(client: pg.Client) {
    this.client = client;
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.sample());
    }, EVERY_MS);
  }

  static async start(connection: pg.ClientConfig): Promise<WaitWatch> {
    const client = new pg.Client(connection);
    await client.connect();
    return new WaitWatch(client);
  }

  private async sample(): Promise<void> {
    const { rows } = await this.client.query<{ wait: string }>(
      `select coalesce(wait_event_type || ' ' || wait_event, 'running') as wait from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'`,
    );
    for (const { wait } of rows) this.counts.set(wait, (this.counts.get(wait) ?? 0) + 1);
  }

  /**
   * Stops sampling. Returns the states, most frequent first, in percent of the samples in which a connection was busy.
   */
  async stop(): Promise<readonly (readonly [string, number])[]> {
    clearInterval(this.timer);
    await this.running;
    await this.client.end();
    const all = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
    return [...this.counts]
      .map(([wait, count]) => [wait, (count * 100) / all] as const)
      .toSorted(([, one], [, other]) => other - one);
  }
}
