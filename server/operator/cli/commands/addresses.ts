import { setFlagsFromString } from "node:v8";
import { addressCount, loadAddresses } from "#server/shop/address/load.ts";
import { firstLines, counted } from "#server/operator/cli/table.ts";
import type { Command } from "#server/command.ts";

/** `addresses load <file.csv>` */
export const loadAddressFile: Command = {
  name: "addresses load",
  recorded: true,
  args: "<file.csv>",
  about: "load the federal register of building addresses",
  more: "The shop uses the old addresses until the new ones are complete; an interrupted load changes nothing.",
  options: {
    smaller: { type: "boolean", about: "even if the file has less than half of the addresses that are loaded" },
  },
  async run({ args: [file = ""], database, io, flag }) {
    limitYoungGeneration();
    const began = performance.now();
    const speed = (rows: number) => Math.round(rows / ((performance.now() - began) / 1000));
    let read = 0;
    const { houses, changed, leftOut } = await database((db) =>
      loadAddresses(db, file, {
        smaller: flag("smaller"),
        onProgress: (rows) => io.progress(`${(read = rows)} rows read, ${speed(rows)} rows/s`),
      }),
    );
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    io.out(
      changed
        ? `Loaded ${addressCount(houses)} from ${counted(read, "row")} (${seconds} s, ${speed(read)} rows/s).`
        : `This file is already loaded (${addressCount(houses)}).`,
    );
    if (leftOut.length > 0)
      io.err(
        `${counted(leftOut.length, "row")} without a street, or without a postcode and place, left out:\n${firstLines(leftOut.map((line) => `line ${line}`))}`,
      );
    return 0;
  },
};

/**
 * Limits V8's young generation. Three million short-lived rows would let it grow to 100 MB for little gain. With these
 * flags, the whole command was measured to stay below 300 MB.
 */
function limitYoungGeneration(): void {
  setFlagsFromString("--max-semi-space-size=4");
  setFlagsFromString("--semi-space-growth-factor=1");
}
