import { neighbourImports, type Edge } from "./circles.ts";

/** The children of a folder from the ground up. A folder has to stand on a level; files that are not named join the rest. */
export type Levels = readonly (readonly string[])[];

/**
 * What stands against the levels of a folder, as sentences. A child may import only what stands below it, nothing beside
 * it. Files that are not named stand on top, where they may import each other.
 */
export function trespassesOf(
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
  const homeless = [...children].filter((name) => !isFile(name) && levelOf(name) === levels.length);
  const upwards = edges.filter(({ from, to }) => {
    const [above, below] = [levelOf(nameOf(from)), levelOf(nameOf(to))];
    return above <= below && above < levels.length;
  });
  return [
    ...homeless.map((name) => `${folder}/${name} stands on no level`),
    ...upwards.map(({ file, target }) => `${file} imports ${target}`),
  ];
}
