/** The lists of extensions: what runs on the server, and the parts for other programs. */
export const LISTS = ["index", "contract", "pages", "web", "simulator"].map((name) => `extensions/${name}.ts`);

/** Returns a list of extensions without one of them; as it is if it does not name it. */
export function listWithout(list: string, name: string): string {
  const imports = [...list.matchAll(/^import \{ (?:\w+ as )?(\w+) \} from "\.\/([^/"]+)\/[^"]+";\n/gm)].filter(
    ([, , folder]) => folder === name,
  );
  const values = imports.map(([, value]) => value);
  return imports
    .reduce((text, [line]) => text.replace(line, ""), list)
    .replace(/(const LIST = \[)([^\]]*)(\].*)/, (_, open: string, listed: string, close: string) => {
      const names = listed.split(",").map((each) => each.trim());
      const kept = names.filter((each) => each !== "" && !values.includes(each));
      const line = `${open}${kept.join(", ")}${close}`;
      return line.length <= WIDTH ? line : `${open}\n${kept.map((each) => `  ${each},\n`).join("")}${close}`;
    });
}

/** The longest line that the formatter leaves whole. */
const WIDTH = 120;

/** Returns the names of the extensions in `extensions/index.ts`. */
export const namesIn = (list: string): readonly string[] =>
  [...list.matchAll(/^import \{ \w+ \} from "\.\/([\w-]+)\/extension\.ts";$/gm)].map(([, name = ""]) => name);
