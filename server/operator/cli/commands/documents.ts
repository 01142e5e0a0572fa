import { fileProblem } from "#server/platform/files/file-problem.ts";
import { open } from "node:fs/promises";
import { connectDocuments } from "#server/document-store.ts";
import { documentKeys } from "#server/platform/encryption/keys.ts";
import { readDocument } from "#server/sale/document/read.ts";
import { CommandError, type Command } from "#server/command.ts";
import { commandSecurityLog } from "#server/operator/cli/recorded.ts";
import { actorOf, REASON, reasonOf } from "#server/operator/cli/options.ts";

/** `documents show <order number> --out <file> --reason <text>` */
export const showDocument: Command = {
  name: "documents show",
  recorded: true,
  args: "<number>",
  about: "decrypt the identity document of an order into a file",
  more: "The table document_reads records who read it, when and why. Delete the file after use.",
  options: {
    out: { type: "string", value: "<file.jpg>", about: "a new file, readable only by this user", needed: true },
    reason: REASON,
  },
  async run({ args: [number = ""], config, database, io, text }) {
    const [out, reason] = [text("out") ?? "", reasonOf(text("reason"))];
    const { store: documents, place } = await connectDocuments(config);
    const keys = await documentKeys(config.documentKeys, config.dataDir);
    const security = await commandSecurityLog(config);
    const request = { orderNumber: number, reader: actorOf(config), reason };
    const found = await database((db) => readDocument({ db, documents, keys, security }, request));
    if (found.kind === "noOrder") throw new CommandError(`there is no order ${number}.`);
    if (found.kind === "noDocument")
      throw new CommandError(`order ${number} has no document: none was needed, or its retention time has passed.`);
    if (found.kind === "fileMissing")
      throw new CommandError(`the document of ${number} is not in ${place}: restore its files from a backup.`);
    await writeNew(out, found.jpeg);
    io.out(`The document of ${number} was written to ${out}. This access is on record.`);
    return 0;
  },
};

async function writeNew(path: string, content: Buffer): Promise<void> {
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === "EEXIST" ? `${path} already exists: choose a new file.` : `${fileProblem(path, error)}.`,
    );
  });
  try {
    await file.writeFile(content);
  } finally {
    await file.close();
  }
}
