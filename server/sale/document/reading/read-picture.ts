import { readZone, type Zone } from "#core/document/zone-reading.ts";
import { aligned, type ReadLine } from "./align.ts";
import { charactersOf } from "./characters.ts";
import { blurred, decodeGrey, shrunk, turned, type Grey } from "./grey.ts";
import { stripOf } from "./strip.ts";
import { inkOf, marksIn } from "./marks.ts";
import { loadShapes, type Shape } from "./shapes.ts";
import { textLinesOf, zoneGroups, type TextLine } from "./text-lines.ts";

/** In pixels, the longest side of the reduced picture in which lines are searched; characters are read at full size. */
const SEARCH_SIDE = 1600;
/** Maximum number of line groups to try for each rotation, and in total. */
const GROUPS = 3;
const GROUPS_IN_TOTAL = 7;
/** Maximum number of marks. Printed pages have more, and so have pictures designed to overload the reader. */
const MAX_MARKS = 8000;
/** Possible rotations of a document in degrees, upright first, because phones store most pictures that way. */
const ROTATIONS = [0, 180, 90, 270] as const;

let shapes: Promise<readonly Shape[]> | null = null;

/**
 * Reads the machine-readable zone in a stored picture of an identity document (ADR 9); null if there is no readable
 * one.
 */
export async function readPictureZone(jpeg: Uint8Array): Promise<Zone | null> {
  shapes ??= loadShapes();
  const upright = await decodeGrey(jpeg);
  let tried = 0;
  for (const degrees of ROTATIONS) {
    const picture = await turned(upright, degrees);
    const small = await shrunk(picture, SEARCH_SIDE);
    const groups = (await groupsIn(small)).slice(0, Math.min(GROUPS, GROUPS_IN_TOTAL - tried));
    tried += groups.length;
    for (const group of groups) {
      const zone = await readGroup(picture, picture.width / small.width, group, await shapes);
      if (zone && isZone(zone)) return zone;
    }
  }
  return null;
}

/** Returns the groups of lines that can be a zone. */
async function groupsIn(picture: Grey): Promise<readonly (readonly TextLine[])[]> {
  const surroundings = await blurred(picture, Math.max(6, picture.width / 100));
  const marks = marksIn(inkOf(picture, surroundings), picture.width, picture.height);
  return marks.length > MAX_MARKS ? [] : zoneGroups(textLinesOf(marks));
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

/**
 * Returns whether the lines are a zone: they start like an identity document's, and at least one check digit is right.
 */
function isZone({ code, issuer, number, birthday, expiry }: Zone): boolean {
  return code !== null && /^[ACIP]/.test(code) && issuer !== null && (number ?? birthday ?? expiry) !== null;
}
