import { fileProblem } from "#server/platform/files/file-problem.ts";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectDocuments } from "#server/document-store.ts";
import { documentKeys } from "#server/platform/encryption/keys.ts";
import { createSeals } from "#server/platform/encryption/seals.ts";
import { readDocument } from "#server/sale/document/read.ts";
import { CommandError, type Command } from "#server/command.ts";
import { commandSecurityLog } from "#server/operator/cli/recorded.ts";
import { actorOf, REASON, reasonOf } from "#server/operator/cli/options.ts";
import { counted, timeText } from "#server/operator/cli/table.ts";
import { erasePerson } from "#server/operator/personal-data/erase.ts";
import { exportPerson } from "#server/operator/personal-data/export.ts";
import { findPerson, type Person } from "#server/operator/personal-data/find.ts";
import { retentionOf } from "#server/operator/retention/part.ts";
import { readLaw } from "#server/shop/law/read-law.ts";

const NOBODY = (email: string) => new CommandError(`the shop has no data with the e-mail ${email}.`);

/** `person export <e-mail> --out <folder> --reason <text>` */
export const exportPersonCommand: Command = {
  name: "person export",
  args: "<e-mail>",
  about: "write everything about a person into a new folder, as JSON and pictures",
  more: "Answers a request for information (DSG art. 25). Check first that the person who asks owns the e-mail. Reading the pictures is recorded in document_reads. Delete the folder after use.",
  recorded: true,
  options: {
    out: { type: "string", value: "<folder>", about: "a new folder, readable only by this user", needed: true },
    reason: REASON,
  },
  async run({ args: [email = ""], config, database, io, text }) {
    const [out, reason] = [text("out") ?? "", reasonOf(text("reason"))];
    const { store: documents } = await connectDocuments(config);
    const keys = await documentKeys(config.documentKeys, config.dataDir);
    const security = await commandSecurityLog(config);
    const seals = createSeals(config.documentKeys, config.dataDir);
    const pictures = await database(async (db) => {
      const person = await findPerson(db, email);
      if (!person) throw NOBODY(email);
      const content = await exportPerson(db, seals, person);
      await newFolder(out);
      await writeFile(join(out, "person.json"), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
      const written: string[] = [];
      for (const { number } of person.orders) {
        const request = { orderNumber: number, reader: actorOf(config), reason };
        const found = await readDocument({ db, documents, keys, security }, request);
        if (found.kind !== "read") continue;
        await writeFile(join(out, `document-${number}.jpg`), found.jpeg, { mode: 0o600 });
        written.push(number);
      }
      return written;
    });
    io.out(`Everything about ${email} was written to ${out}: person.json and ${counted(pictures.length, "picture")}.`);
    return 0;
  },
};

async function newFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      error.code === "EEXIST" ? `${path} already exists: choose a new folder.` : `${fileProblem(path, error)}.`,
    );
  });
}

/** `person erase <e-mail> --reason <text> [--yes]` */
export const erasePersonCommand: Command = {
  name: "person erase",
  args: "<e-mail>",
  about: "erase the shop's data about a person that no law requires",
  more: "Answers a request for erasure (DSG art. 32). Lists what has to stay, by which law and until when; the nightly purge removes it then. The operator's own systems have to be asked too.",
  recorded: true,
  options: { reason: REASON, yes: { type: "boolean", about: "do not ask" } },
  async run({ args: [email = ""], config, database, io, text, flag, now }) {
    reasonOf(text("reason"));
    const { store: documents } = await connectDocuments(config);
    const seals = createSeals(config.documentKeys, config.dataDir);
    const retention = retentionOf(config.retention, await readLaw(config.lawFile));
    return database(async (db) => {
      const person = await findPerson(db, email);
      if (!person) throw NOBODY(email);
      if (!flag("yes") && !(await confirmed(io, person))) {
        io.err("Nothing was erased.");
        return 1;
      }
      const erased = await erasePerson({ db, documents, seals, retention, now }, person.email);
      if (!erased) throw NOBODY(email);
      const { removed, kept } = erased;
      io.out(`Erased of ${email}: ${removed.length > 0 ? removed.join(", ") : "nothing was left"}.`);
      for (const { what, law, until } of kept) io.out(`Kept until ${timeText(until)}: ${what} (${law}).`);
      return 0;
    });
  },
};

async function confirmed(
  io: Parameters<Command["run"]>[0]["io"],
  { email, checkoutIds, orders }: Person,
): Promise<boolean> {
  const question = `Erase ${email} (${counted(checkoutIds.length, "checkout")}, ${counted(orders.length, "order")})? This cannot be undone. Type yes: `;
  const answer = await io.ask(question);
  if (answer === null) throw new CommandError("the input is not a terminal: repeat with --yes.");
  return answer.trim().toLowerCase() === "yes";
}
