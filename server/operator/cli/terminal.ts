import { createInterface } from "node:readline/promises";
import type { Io } from "./command.ts";

/** Minimum pause between progress lines if standard error is not a terminal, in ms. */
const QUIET_MS = 5000;

/** Writes results to standard output, everything else to standard error, and overwrites the progress line on a terminal. */
export function terminal(): Io {
  const { stdin, stdout, stderr } = process;
  let open = false;
  let lastProgress = performance.now();
  const endLine = () => {
    if (open) stderr.write("\n");
    open = false;
  };
  return {
    out(line) {
      endLine();
      stdout.write(`${line}\n`);
    },
    err(line) {
      endLine();
      stderr.write(`${line}\n`);
    },
    progress(line) {
      if (stderr.isTTY) {
        stderr.write(`\r\u001b[K${line}`);
        open = true;
      } else if (performance.now() - lastProgress > QUIET_MS) {
        lastProgress = performance.now();
        stderr.write(`${line}\n`);
      }
    },
    async ask(question) {
      if (!stdin.isTTY) return null;
      const reader = createInterface({ input: stdin, output: stderr });
      try {
        return await reader.question(`${question} `);
      } finally {
        reader.close();
      }
    },
  };
}

/** Ends this process when the reader of its output has gone, as `head` does: that is not an error. */
export function endWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
}
