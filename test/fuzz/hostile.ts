import { globSync } from "node:fs";
import type { Random } from "../support/seeded.ts";
import type { FuzzRequest } from "./requests.ts";
import type { FuzzReply } from "./send.ts";

/** Other systems that send malformed and hostile requests, and what they have learnt from the answers. */
export type Hostile = {
  /** The settings by which the shop knows them. */
  readonly env: Readonly<Record<string, string>>;
  visits(shop: { readonly url: string; readonly publicUrl: string }): void;
  /** Returns a request of such a system, or that of a person who opens its link. */
  make(random: Random, xsrf: string): FuzzRequest;
  /** Returns the mistake in an answer; null if there is none. */
  judge(request: FuzzRequest, reply: FuzzReply | null, secrets: readonly string[]): string | null;
  /** The answers so far: for each operation its statuses, `success` and `error` among them. */
  readonly outcomes: ReadonlyMap<string, ReadonlySet<string>>;
  stop(): Promise<void>;
};

/** Starts the hostile systems of all extensions that have any. */
export const startHostile = (): Promise<readonly Hostile[]> =>
  Promise.all(
    globSync("extensions/*/test/fuzz.ts").map(async (path) => {
      const { start } = (await import(new URL(`../../${path}`, import.meta.url).href)) as {
        readonly start: () => Promise<Hostile>;
      };
      return start();
    }),
  );
