import { createInterface } from "node:readline/promises";
import type { Io } from "../../command.ts";

/** Minimum time between progress lines in ms, if standard error is not a terminal. */
const QUIET_MS = 5000;

/**
 * Creates the input and output of a program on the terminal: results go to standard output, everything else to standard
 * error. On a terminal, progress overwrites the previous progress line. `program`: how a person calls it.
 */
export function terminal(program: string): Io {
  const { stdin, stdout, stderr } = process;
  let open = false;
  let lastProgress = performance.now();
  const endLine = () => {
    if (open) stderr.write("\n");
    open = false;
  };
  return {
    program,
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
