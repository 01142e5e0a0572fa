import { readZone, type Zone } from "#core/zone-reading.ts";
import { aligned, type ReadLine } from "./align.ts";
import { charactersOf } from "./characters.ts";
import { blurred, decodeGrey, type Grey } from "./grey.ts";
import { inkOf, marksIn } from "./marks.ts";
import { loadShapes, type Shape } from "./shapes.ts";
import { stripOf } from "./strip.ts";
import { textLinesOf, zoneGroups, type TextLine } from "./text-lines.ts";

/** Lines are looked for in a smaller picture than characters are read in: its longest side in pixels. */
const SIDE = 1600;
const READ_SIDE = 2400;
/** So many groups of lines are tried each way round, and so many in all. */
const GROUPS = 3;
const GROUPS_IN_ALL = 7;
/** A page of print, or what somebody has drawn to keep us busy, has more marks. */
const MOST_MARKS = 8000;
/** Ways in which a document may lie, in degrees. Phones turn most pictures upright. */
const TURNS = [0, 180, 90, 270] as const;

let shapes: Promise<readonly Shape[]> | null = null;

/** The machine-readable zone in a picture of an identity document (ADR 39); null if there is none that can be read. */
export async function readPictureZone(jpeg: Uint8Array): Promise<Zone | null> {
  shapes ??= loadShapes();
  let tried = 0;
  for (const turn of TURNS) {
    const most = Math.min(GROUPS, GROUPS_IN_ALL - tried);
    const { zone, groups } = await readTurned(jpeg, turn, most, await shapes);
    if (zone) return zone;
    tried += groups;
  }
  return null;
}

async function readTurned(
  jpeg: Uint8Array,
  turn: (typeof TURNS)[number],
  most: number,
  known: readonly Shape[],
): Promise<{ readonly zone: Zone | null; readonly groups: number }> {
  const small = await decodeGrey(jpeg, SIDE, turn);
  const surroundings = await blurred(small, Math.max(6, small.width / 100));
  const marks = marksIn(inkOf(small, surroundings), small.width, small.height);
  if (marks.length > MOST_MARKS) return { zone: null, groups: 0 };
  const lines = textLinesOf(marks);
  const groups = zoneGroups(lines).slice(0, most);
  if (groups.length === 0) return { zone: null, groups: 0 };
  const picture = await decodeGrey(jpeg, READ_SIDE, turn);
  for (const group of groups) {
    const zone = await readGroup(picture, picture.width / small.width, group, known);
    if (zone && isZone(zone)) return { zone, groups: groups.length };
  }
  return { zone: null, groups: groups.length };
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
