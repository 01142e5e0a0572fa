import { open } from "node:fs/promises";
import { userInfo } from "node:os";
import { connectDocuments, placeOfDocuments } from "#server/edges/documents/connect.ts";
import { documentKeys } from "#server/platform/encryption/keys.ts";
import { readDocument } from "#server/sale/document/read.ts";
import { CommandError, UsageError, type Command } from "#server/operator/cli/command.ts";
import { commandLog, withDatabase } from "#server/operator/cli/connection.ts";

const REASON = { min: 5, max: 500 } as const;

/** `documents show <order number> --out <file> --reason <text>` */
export const showDocument: Command = {
  name: "documents show",
  args: "<number>",
  about: "decrypt the identity document of an order into a file",
  more: "Who did so, when and why is written to the table document_reads. Remove the file when you have seen it.",
  options: {
    out: { type: "string", value: "<file.jpg>", about: "a new file, for this user alone", needed: true },
    reason: { type: "string", value: "<text>", about: "why, in words", needed: true },
  },
  async run({ args: [number = ""], config, io, text }) {
    const [out, reason] = [text("out") ?? "", (text("reason") ?? "").trim()];
    if (reason.length < REASON.min || reason.length > REASON.max)
      throw new UsageError(`--reason must say in ${REASON.min} to ${REASON.max} characters why.`);
    const documents = connectDocuments(config);
    const keys = await documentKeys(config.documentKeys, config.dataDir);
    const request = { orderNumber: number, reader: readerOf(config.operator), reason };
    const found = await withDatabase(config, (db) =>
      readDocument({ db, documents, keys, log: commandLog(config) }, request),
    );
    if (found.kind === "noOrder") throw new CommandError(`there is no order ${number}.`);
    if (found.kind === "noDocument")
      throw new CommandError(`order ${number} has no document: none was asked for, or it was removed after its time.`);
    if (found.kind === "fileMissing")
      throw new CommandError(
        `the document of ${number} is not in ${placeOfDocuments(config)}: bring its files back from a backup.`,
      );
    await writeNew(out, found.jpeg);
    io.out(`The document of ${number} is in ${out} now. That you read it is on record.`);
    return 0;
  },
};

/** The person at the keyboard: who called `sudo`, and the user of the system. */
function readerOf(operator: string | null): string {
  const user = systemUser();
  return operator && operator !== user ? `${operator} as ${user}` : user;
}

function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number without a name.
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

async function writeNew(path: string, content: Buffer): Promise<void> {
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === "EEXIST"
        ? `${path} is there already: name a new file.`
        : `${path} cannot be written (${error.code}).`,
    );
  });
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}
