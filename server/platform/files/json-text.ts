import { findNodeAtLocation, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";

type Path = readonly (string | number)[];

/** Line numbers in a JSON text, for messages to the operator; `JSON.parse` does not provide them. */
export type JsonText = {
  /**
   * Returns the line, from 1, of a value, or of its key if it has one. If the value does not exist, returns its
   * parent's line.
   */
  lineOf(path: Path): number;
  /** The first syntax error; null if the text is valid JSON. */
  readonly fault: { readonly line: number; readonly problem: string } | null;
  /** Duplicate keys within an object. `JSON.parse` silently uses the last one. */
  readonly repeated: readonly { readonly line: number; readonly path: readonly string[] }[];
};

/** Explanations of the parser's error codes. */
const PROBLEMS: Readonly<Record<string, string>> = {
  PropertyNameExpected: "a field's name in quotation marks is missing",
  ValueExpected: "a value is missing",
  ColonExpected: "a colon is missing",
  CommaExpected: "a comma is missing",
  CloseBraceExpected: "a } is missing",
  CloseBracketExpected: "a ] is missing",
  EndOfFileExpected: "there is something after the end",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfString: "a quotation mark is missing",
};

/** Finds lines, duplicate keys and the first syntax error of a JSON text (RFC 8259). Never throws. */
export function readJsonText(text: string): JsonText {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const [first] = errors;
  return {
    lineOf: (path) => lineAt(tree ? nearest(tree, path) : 0),
    fault: first ? { line: lineAt(first.offset), problem: problemOf(text, first) } : null,
    repeated: tree ? repeatedKeys(tree, []).map(({ offset, path }) => ({ line: lineAt(offset), path })) : [],
  };
}

function problemOf(text: string, { error, offset }: ParseError): string {
  const here = text.slice(offset).split("\n")[0]?.trim().slice(0, 30) ?? "";
  const problem = PROBLEMS[printParseErrorCode(error)];
  if (problem === undefined) return `this cannot be read: ${here}`;
  if (here === "") return `${problem} at the end`;
  return printParseErrorCode(error) === "EndOfFileExpected" ? `${problem}: ${here}` : `${problem} before ${here}`;
}

/** Returns the offset of a value (of its key, if it is in an object), or of its nearest existing ancestor. */
function nearest(tree: Node, path: Path): number {
  const node = findNodeAtLocation(tree, [...path]);
  if (node) return node.parent?.type === "property" ? node.parent.offset : node.offset;
  return path.length === 0 ? 0 : nearest(tree, path.slice(0, -1));
}

function repeatedKeys(node: Node, path: readonly string[]): { offset: number; path: readonly string[] }[] {
  const children = node.children ?? [];
  if (node.type === "array") return children.flatMap((child, index) => repeatedKeys(child, [...path, String(index)]));
  const seen = new Set<string>();
  return children.flatMap(({ offset, children: [key, value] = [] }) => {
    const name = String(key?.value);
    const inner = [...path, name];
    const own = seen.has(name) ? [{ offset, path: inner }] : [];
    seen.add(name);
    return [...own, ...(value ? repeatedKeys(value, inner) : [])];
  });
}
