import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CORES_VARIABLE, type CoreRequest } from "../../test/support/core.ts";

export type Cores = {
  /** The variable by which the suites' programs find this scheduler (`test/support/core.ts`). */
  readonly variable: Readonly<Record<string, string>>;
  /** Waits for a core, for work that this process starts. Call the returned function when the work is done. */
  take(request: CoreRequest): Promise<() => void>;
  /** The work that has a core now. */
  running(): readonly CoreRequest[];
  /** How much work waits for a core. */
  waiting(): number;
  stop(): Promise<void>;
};

type Waiting = { readonly request: CoreRequest; readonly start: (release: () => void) => void };

type Options = {
  /** How many pieces of work have a core at once. */
  readonly cores: number;
  /** How urgent work is: of what is waiting, the highest goes first. */
  readonly urgency: (request: CoreRequest) => number;
};

/**
 * Hands out the machine's cores. Every suite runs in a program of its own, and each of its files waits here before it
 * begins, so that never more of them run than there are cores. A connection that ends gives its core back, even if its
 * program was killed.
 */
export async function shareCores({ cores, urgency }: Options): Promise<Cores> {
  const waiting: Waiting[] = [];
  const running = new Set<CoreRequest>();

  function next(): void {
    while (running.size < cores && waiting.length > 0) {
      const most = Math.max(...waiting.map(({ request }) => urgency(request)));
      const [chosen] = waiting.splice(
        waiting.findIndex(({ request }) => urgency(request) === most),
        1,
      );
      if (!chosen) return;
      const work = { ...chosen.request };
      running.add(work);
      chosen.start(() => {
        if (running.delete(work)) next();
      });
    }
  }

  const add = (one: Waiting) => {
    waiting.push(one);
    // Together with other requests that arrive now, so that the most urgent of them goes first.
    setImmediate(next);
  };

  function serve(socket: Socket): void {
    let text = "";
    let ended = false;
    let release = () => {};
    socket.setEncoding("utf8");
    socket.on("error", () => socket.destroy());
    socket.on("data", (part: string) => {
      text += part;
      if (!text.endsWith("\n")) return;
      const request = JSON.parse(text) as CoreRequest;
      text = "";
      add({
        request,
        start(free) {
          if (ended) return free();
          release = free;
          socket.write("go\n");
        },
      });
    });
    socket.on("close", () => {
      ended = true;
      release();
    });
  }

  const path = join(tmpdir(), `kasse-cores-${randomBytes(6).toString("hex")}.sock`);
  const server = createServer(serve);
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
  return {
    variable: { [CORES_VARIABLE]: path },
    take: (request) => new Promise((resolve) => add({ request, start: resolve })),
    running: () => [...running],
    waiting: () => waiting.length,
    async stop() {
      server.close();
      await rm(path, { force: true });
    },
  };
}
