import { fileURLToPath } from "node:url";
import type { Font, GlyphRun } from "fontkit";

const fontFile = (family: "figtree/Figtree" | "noto-sans/NotoSans", style: string) => {
  const [folder, name] = family.split("/");
  return fileURLToPath(import.meta.resolve(`@expo-google-fonts/${folder}/${style}/${name}_${style}.ttf`));
};
const FONTS = {
  regular: fontFile("figtree/Figtree", "400Regular"),
  bold: fontFile("figtree/Figtree", "700Bold"),
  /** For names with letters that Figtree lacks: Vietnamese, Cyrillic, Greek. */
  anyName: fontFile("noto-sans/NotoSans", "400Regular"),
} as const;
export type Fonts = Readonly<Record<keyof typeof FONTS, Font>>;

let fonts: Promise<Fonts> | null = null;

/**
 * Loads the fonts with the first confirmation, and caches them. Without the cache, reading them and laying out each
 * word would take most of a confirmation's time.
 */
export function loadFonts(): Promise<Fonts> {
  return (fonts ??= import("fontkit").then(({ openSync }) => {
    const open = (name: keyof typeof FONTS) => cachingWords(openSync(FONTS[name]) as Font);
    return { regular: open("regular"), bold: open("bold"), anyName: open("anyName") };
  }));
}

/** Maximum number of cached words. Most words are the same in all confirmations. */
const MAX_WORDS = 4000;

/**
 * Disables everything that joins, splits or replaces letters, so that each character has one glyph. A PDF stores the
 * text of each glyph, so this keeps copied, searched and spoken text equal to the original.
 */
const ONE_BY_ONE = { ccmp: false, liga: false, clig: false, rlig: false, calt: false, locl: false } as const;

/**
 * Makes a font cache the layout of each word. PDFKit scales the positions of a layout in place to 1000 units per em.
 * These fonts have 1000, so nothing changes; a font with another size would need a copy of the layout for each
 * confirmation.
 */
function cachingWords(font: Font): Font {
  const layOut = font.layout.bind(font);
  const words = new Map<string, GlyphRun>();
  font.layout = (text, features, ...more) => {
    // Features, such as tabular figures, are a short list, so they can be part of the key.
    const key = `${text}\0${JSON.stringify([features, more])}`;
    let run = words.get(key);
    if (!run) {
      // Figtree lacks the narrow no-break space that French requires before a colon.
      const letters = text.replaceAll("\u202f", "\u00a0");
      run = withCharacters(layOut(letters, { ...ONE_BY_ONE, ...asRecord(features) }, ...more), letters);
      if (words.size >= MAX_WORDS) words.clear();
      words.set(key, run);
    }
    return run;
  };
  return font;
}

/**
 * Sets the character of each glyph. fontkit keeps the first character for which a glyph was requested. If that glyph
 * was first drawn as a part of another, such as the ı of í, it would have no text in any later PDF.
 */
function withCharacters(run: GlyphRun, text: string): GlyphRun {
  const letters = [...text];
  for (const [at, glyph] of run.glyphs.entries()) {
    const letter = letters[at] ?? "";
    // fontkit draws a space for invisible characters.
    if (!/\p{Default_Ignorable_Code_Point}/u.test(letter)) glyph.codePoints = [letter.codePointAt(0) ?? 0];
  }
  return run;
}

const asRecord = (features: Parameters<Font["layout"]>[1]): Record<string, boolean> =>
  Array.isArray(features) ? Object.fromEntries(features.map((name) => [name, true])) : { ...features };
