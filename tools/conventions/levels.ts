import { neighbourImports, type Edge } from "./circles.ts";

/**
 * The children of a folder by level, from the bottom. Every folder needs a level; files that are not listed are on the
 * top level.
 */
export type Levels = readonly (readonly string[])[];

/**
 * Returns violations of a folder's levels, as sentences. A child may only import from lower levels. Files that are not
 * listed are on the top level and may import each other.
 */
export function violationsOf(
  folder: string,
  levels: Levels,
  edges: readonly Edge[] = neighbourImports(folder),
): readonly string[] {
  const nameOf = (path: string) => path.slice(folder.length + 1);
  const levelOf = (name: string) => {
    const level = levels.findIndex((names) => names.includes(name));
    return level < 0 ? levels.length : level;
  };
  const isFile = (name: string) => name.includes(".");
  const children = new Set(edges.flatMap(({ from, to }) => [nameOf(from), nameOf(to)]));
  const unlisted = [...children].filter((name) => !isFile(name) && levelOf(name) === levels.length);
  const upwards = edges.filter(({ from, to }) => {
    const [above, below] = [levelOf(nameOf(from)), levelOf(nameOf(to))];
    return above <= below && above < levels.length;
  });
  return [
    ...unlisted.map((name) => `${folder}/${name} has no level`),
    ...upwards.map(({ file, target }) => `${file} imports ${target}`),
  ];
}
