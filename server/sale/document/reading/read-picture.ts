import { readZone, type Zone } from "#core/document/zone-reading.ts";
import { aligned, type ReadLine } from "./align.ts";
import { charactersOf } from "./characters.ts";
import { blurred, decodeGrey, shrunk, turned, type Grey } from "./grey.ts";
import { stripOf } from "./strip.ts";
import { inkOf, marksIn } from "./marks.ts";
import { loadShapes, type Shape } from "./shapes.ts";
import { textLinesOf, zoneGroups, type TextLine } from "./text-lines.ts";

/** Lines are looked for in a smaller picture than characters are read in: its longest side in pixels. */
const SIDE = 1600;
/** So many groups of lines are tried each way round, and so many in all. */
const GROUPS = 3;
const GROUPS_IN_ALL = 7;
/** A page of print, or what somebody has drawn to keep us busy, has more marks. */
const MOST_MARKS = 8000;
/** Ways in which a document may lie, in degrees. Phones turn most pictures upright. */
const TURNS = [0, 180, 90, 270] as const;

let shapes: Promise<readonly Shape[]> | null = null;

/**
 * The machine-readable zone in a stored picture of an identity document (ADR 9); null if there is none that can be
 * read.
 */
export async function readPictureZone(jpeg: Uint8Array): Promise<Zone | null> {
  shapes ??= loadShapes();
  const upright = await decodeGrey(jpeg);
  let tried = 0;
  for (const degrees of TURNS) {
    const picture = await turned(upright, degrees);
    const small = await shrunk(picture, SIDE);
    const groups = (await groupsIn(small)).slice(0, Math.min(GROUPS, GROUPS_IN_ALL - tried));
    tried += groups.length;
    for (const group of groups) {
      const zone = await readGroup(picture, picture.width / small.width, group, await shapes);
      if (zone && isZone(zone)) return zone;
    }
  }
  return null;
}

/** The groups of lines that may be a zone. */
async function groupsIn(picture: Grey): Promise<readonly (readonly TextLine[])[]> {
  const surroundings = await blurred(picture, Math.max(6, picture.width / 100));
  const marks = marksIn(inkOf(picture, surroundings), picture.width, picture.height);
  return marks.length > MOST_MARKS ? [] : zoneGroups(textLinesOf(marks));
}

async function readGroup(
  picture: Grey,
  scale: number,
  group: readonly TextLine[],
  known: readonly Shape[],
): Promise<Zone | null> {
  const lines: ReadLine[] = [];
  for (const line of group) {
    const strip = await stripOf(picture, line, scale);
    const read = charactersOf(strip, known);
    if (!read) return null;
    lines.push({ line, strip, read });
  }
  const rows = aligned(lines);
  return rows && readZone(rows);
}

/** Whether lines of print are a zone: it begins like that of an identity document, and a check digit fits. */
function isZone({ code, issuer, number, birthday, expiry }: Zone): boolean {
  return code !== null && /^[ACIP]/.test(code) && issuer !== null && (number ?? birthday ?? expiry) !== null;
}
