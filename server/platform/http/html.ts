import { escapeHtml } from "#core/text/escape-html.ts";

/** Safe HTML: `html` inserts it as is and escapes any other value. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[] | undefined;

/** A template tag for HTML that escapes its values. The few pages without React use it. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    strings.reduce((text, string, index) => text + string + (index < parts.length ? render(parts[index]) : ""), ""),
  );
}

/**
 * Returns a script element. It is not built with `html`, because bundlers rewrite a tagged template that contains the
 * end of a script, and import a helper for it.
 */
export function moduleScript(address: string): Html {
  return new Html(`<script type="module" src="${escapeHtml(address)}"></script>`);
}

function render(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map((each) => each.text).join("");
  return escapeHtml(String(part));
}
