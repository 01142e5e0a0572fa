import { readFileSync } from "node:fs";
import { parse } from "mrz";
import type { ZoneFormatName } from "#core/document/zone-formats.ts";
import type { Zone } from "#core/document/zone-reading.ts";
import { readPicture } from "#server/sale/document/picture.ts";
import { readPictureZone } from "#server/sale/document/reading/read-picture.ts";
import type { Condition } from "../../tools/documents/page.ts";

/** A photo of a fictitious document, and the lines printed on it (`npm run documents`). */
export type SetPhoto = {
  readonly file: string;
  readonly format: ZoneFormatName;
  readonly condition: Condition;
  readonly lines: readonly string[];
};

const FOLDER = new URL("../fixtures/documents/", import.meta.url);

export const documentSet = (): readonly SetPhoto[] =>
  JSON.parse(readFileSync(new URL("set.json", FOLDER), "utf8")) as SetPhoto[];

/** Returns the content of a zone, as the library mrz reads its printed lines. */
export function printedZone(lines: readonly string[]): Zone {
  const { format, fields, valid, details } = parse([...lines]);
  if (!valid)
    throw new Error(`mrz refuses ${lines.join(" ")}: ${JSON.stringify(details.filter((each) => !each.valid))}`);
  const words = (name: string | null | undefined) => (name ?? "").split(" ").filter(Boolean);
  const namesLine = format === "TD1" ? (lines[2] ?? "") : (lines[0] ?? "");
  return {
    code: (lines[0] ?? "").slice(0, 2).replaceAll("<", ""),
    issuer: fields.issuingState ?? null,
    nationality: fields.nationality ?? null,
    number: fields.documentNumber ?? null,
    birthday: fields.birthDate ?? null,
    expiry: fields.expirationDate ?? null,
    names: { surname: words(fields.lastName), given: words(fields.firstName), cut: !namesLine.endsWith("<") },
  };
}

export type Outcome = {
  /** Whether every field was read as printed. */
  readonly complete: boolean;
  /** Fields whose value differs from the printed one. */
  readonly wrong: readonly string[];
  readonly ms: number;
};

/** Uploads a photo like a shopper, reads its zone, and compares it with the printed one. */
export async function readSetPhoto({ file, lines }: SetPhoto): Promise<Outcome> {
  const picture = await readPicture(readFileSync(new URL(file, FOLDER)));
  if (picture.kind !== "ok") throw new Error(`${file} is refused: ${picture.kind}`);
  const began = performance.now();
  const read = await readPictureZone(picture.jpeg);
  const ms = performance.now() - began;
  if (!read) return { complete: false, wrong: [], ms };
  const printed = printedZone(lines);
  const fields = Object.keys(printed) as (keyof Zone)[];
  const differing = fields.filter((field) => JSON.stringify(read[field]) !== JSON.stringify(printed[field]));
  return {
    complete: differing.length === 0,
    wrong: differing
      .filter((field) => read[field] !== null)
      .map((field) => `${field}: ${JSON.stringify(read[field])} instead of ${JSON.stringify(printed[field])}`),
    ms,
  };
}
