import { useLocation } from "wouter";
import type { ContentProblem } from "#contract/desk/publishing-answers.ts";

/** The kinds of content that are edited in drafts and published with the confirmation of a second person. */
type Kind = "catalogue" | "texts";

/**
 * The parts of each kind, in the order of the editor. The value names the list that a part contains; null if it has
 * none.
 */
const PARTS = {
  catalogue: {
    "mobile-tariffs.json": "mobileTariffs",
    "tv-tariffs.json": "tvTariffs",
    "devices.json": "devices",
    "bundles.json": "bundles",
    "extras.json": null,
  },
  texts: { "contact.json": null, "terms.json": null, "pages.json": "pages" },
} as const satisfies Readonly<Record<Kind, Readonly<Record<string, string | null>>>>;

/** A position in the editor: an entry of a part. `index` is null in a part without a list. */
export type Place = { readonly file: string; readonly index: number | null };

/** The kind of content that a page is for. */
export type KindOfPage = {
  readonly kind: Kind;
  /** The path of the kind's first page. */
  readonly path: `/${Kind}`;
  readonly files: readonly string[];
  /** Returns the list that a part contains; null if it has none. */
  readonly listIn: (file: string) => string | null;
};

/** Returns the kind in the URL. */
export function useKind(): KindOfPage {
  const [address] = useLocation();
  return KINDS[address.startsWith("/texts") ? "texts" : "catalogue"];
}

const KINDS: Readonly<Record<Kind, KindOfPage>> = { catalogue: kindOf("catalogue"), texts: kindOf("texts") };

function kindOf(kind: Kind): KindOfPage {
  const parts: Readonly<Record<string, string | null>> = PARTS[kind];
  return { kind, path: `/${kind}`, files: Object.keys(parts), listIn: (file) => parts[file] ?? null };
}

/** Returns the initial position: the first entry of the first part. */
export function firstPlace(kind: KindOfPage): Place {
  return placeIn(kind, kind.files[0] ?? "");
}

/** Returns the position of a part's first entry. */
export function placeIn({ listIn }: KindOfPage, file: string): Place {
  return { file, index: listIn(file) === null ? null : 0 };
}

/** Returns the editor's position for an error. */
export function placeOf({ listIn }: KindOfPage, { file, path }: ContentProblem): Place {
  return { file, index: listIn(file) === null ? null : Number(path[1] ?? 0) };
}

/** Returns the text key of a part's name. */
export const fileText = (file: string) => `files.${file.replace(".", "_")}` as "files.devices_json";
