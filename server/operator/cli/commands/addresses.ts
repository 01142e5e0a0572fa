import { access } from "node:fs/promises";
import { setFlagsFromString } from "node:v8";
import { loadAddresses } from "#server/shop/address/load.ts";
import { CommandError, type Command } from "#server/operator/cli/command.ts";

/** `addresses load <file.csv>` */
export const loadAddressFile: Command = {
  name: "addresses load",
  recorded: true,
  args: "<file.csv>",
  about: "load the federal register of building addresses",
  more: "The shop uses the old addresses until the new ones are complete; an interrupted load changes nothing.",
  async run({ args: [file = ""], database, io }) {
    await access(file).catch(() => {
      throw new CommandError(`${file} cannot be read.`);
    });
    limitYoungGeneration();
    const began = performance.now();
    const speed = (rows: number) => Math.round(rows / ((performance.now() - began) / 1000));
    let read = 0;
    const { houses, changed } = await database((db) =>
      loadAddresses(db, file, {
        onProgress: (rows) => io.progress(`${(read = rows)} rows read, ${speed(rows)} rows/s`),
      }),
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    io.out(
      changed
        ? `Loaded ${houses} addresses from ${read} rows (${seconds} s, ${speed(read)} rows/s).`
        : `This file is already loaded (${houses} addresses).`,
    );
    return 0;
  },
};

/**
 * Limits V8's young generation. Three million short-lived rows would grow it to 100 MB for little gain; with these flags the
 * whole command was measured below 300 MB.
 */
function limitYoungGeneration(): void {
  setFlagsFromString("--max-semi-space-size=4");
  setFlagsFromString("--semi-space-growth-factor=1");
}
