import { documentRules, type DocumentContract } from "#core/documents.ts";
import { ruleOn } from "#core/law.ts";
import { readLaw } from "#server/shop/law/read-law.ts";

/** The law that Kasse comes with. */
const LAW_FILE = "law/switzerland.json";
export const LAW = await readLaw(LAW_FILE);

/** The documents that it accepts for a contract on the day of most tests. */
export const documentsFor = (contract: DocumentContract) =>
  documentRules(ruleOn(LAW, "documents", "2026-11-23"), contract);
