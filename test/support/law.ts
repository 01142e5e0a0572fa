import type { DocumentContract } from "#core/document/documents.ts";
import { documentsOn } from "#core/law/law.ts";
import { readLaw } from "#server/shop/law/read-law.ts";

/** The law included in Kasse. */
const LAW_FILE = "law/switzerland.json";
export const LAW = await readLaw(LAW_FILE);

/** Returns the documents that it accepts for a contract on the day of most tests. */
export const documentsFor = (contract: DocumentContract) => documentsOn(LAW, contract, "2026-11-23");
