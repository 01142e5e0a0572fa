/** Where things stand in a JSON text: `JSON.parse` tells values, an operator asks for lines. */
export type JsonLines = {
  /** The line of a value (of its key, inside an object), counted from 1; of what is around it where there is none. */
  lineOf(path: readonly (string | number)[]): number;
  /** The first place where the text is not JSON. */
  readonly fault: { readonly line: number; readonly problem: string } | null;
  /** Keys that stand twice in one object, of which JSON keeps the later one in silence. */
  readonly repeated: readonly { readonly line: number; readonly path: readonly string[] }[];
};

type Token = { readonly text: string; readonly line: number };
class Fault extends Error {
  readonly line: number;
  constructor(line: number, problem: string) {
    super(problem);
    this.line = line;
  }
}

const TOKEN =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;
const SPACE = /[ \t\r\n]*/y;
const keyOf = (path: readonly (string | number)[]) => JSON.stringify(path.map(String));

/** Reads a JSON text (RFC 8259) for its lines alone. Never throws: a text that is not JSON has a `fault`. */
export function readJsonLines(text: string): JsonLines {
  const lines = new Map<string, number>([["[]", 1]]);
  const repeated: { line: number; path: readonly string[] }[] = [];
  const next = tokensOf(text);

  function readValue(token: Token, path: readonly string[]): void {
    if (token.text === "{") readMembers(path);
    else if (token.text === "[") readElements(path);
    else if (/^[\]},:]$/.test(token.text)) throw new Fault(token.line, `a value is missing before ${token.text}`);
  }

  function readMembers(path: readonly string[]): void {
    let token = next("a field or }");
    while (token.text !== "}") {
      if (!token.text.startsWith('"')) throw new Fault(token.line, `${token.text} stands where a field's name must`);
      const inner = [...path, JSON.parse(token.text) as string];
      if (lines.has(keyOf(inner))) repeated.push({ line: token.line, path: inner });
      lines.set(keyOf(inner), token.line);
      const colon = next(":");
      if (colon.text !== ":") throw new Fault(colon.line, `a colon is missing before ${colon.text}`);
      readValue(next("a value"), inner);
      token = afterItem("}");
    }
  }

  function readElements(path: readonly string[]): void {
    let token = next("a value or ]");
    for (let index = 0; token.text !== "]"; index++) {
      const inner = [...path, String(index)];
      lines.set(keyOf(inner), token.line);
      readValue(token, inner);
      token = afterItem("]");
    }
  }

  /** The end of the list, or the begin of its next item. */
  function afterItem(end: "}" | "]"): Token {
    const token = next(end);
    if (token.text === end) return token;
    if (token.text !== ",") throw new Fault(token.line, `a comma or ${end} is missing before ${token.text}`);
    const item = next("a value");
    if (item.text === end) throw new Fault(token.line, `there is a comma too much before ${end}`);
    return item;
  }

  let fault: JsonLines["fault"] = null;
  try {
    readValue(next("a value"), []);
    const rest = next(null);
    if (rest.text !== "") throw new Fault(rest.line, `there is something after the end: ${rest.text}`);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    fault = { line: error.line, problem: error.message };
  }
  return { lineOf: (path) => nearest(lines, path), fault, repeated };
}

function nearest(lines: ReadonlyMap<string, number>, path: readonly (string | number)[]): number {
  return lines.get(keyOf(path)) ?? (path.length === 0 ? 1 : nearest(lines, path.slice(0, -1)));
}

/** Gives one token after the other; `wanted` says what must come, null that the text may end here. */
function tokensOf(text: string): (wanted: string | null) => Token {
  let at = 0;
  let line = 1;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? "";
    at += found.length;
    return found;
  };
  return (wanted) => {
    // Line ends stand between tokens only: a string may not hold one.
    line += take(SPACE).split("\n").length - 1;
    if (at === text.length) {
      if (wanted === null) return { text: "", line };
      throw new Fault(line, `the text ends where ${wanted} must come`);
    }
    const token = take(TOKEN);
    if (token === "")
      throw new Fault(line, `this cannot be read: ${text.slice(at).split("\n")[0]?.slice(0, 30) ?? ""}`);
    return { text: token, line };
  };
}
