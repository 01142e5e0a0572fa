/** An extension as the list `extensions/index.ts` names it. */
const importOf = (name: string) => new RegExp(`^import \\{ (\\w+) \\} from "\\./${name}/extension\\.ts";\\n`, "m");

/** Returns the list of extensions without one of them; null if it does not name it. */
export function listWithout(list: string, name: string): string | null {
  const found = importOf(name).exec(list);
  if (!found) return null;
  const [line, value] = found;
  return list
    .replace(line, "")
    .replace(/(const LIST = \[)([^\]]*)(\])/, (_, open: string, values: string, close: string) => {
      const kept = values.split(",").map((each) => each.trim());
      return `${open}${kept.filter((each) => each !== "" && each !== value).join(", ")}${close}`;
    });
}

/** Returns the names of the extensions in a list. */
export const namesIn = (list: string): readonly string[] =>
  [...list.matchAll(/^import \{ \w+ \} from "\.\/([\w-]+)\/extension\.ts";$/gm)].map(([, name = ""]) => name);
