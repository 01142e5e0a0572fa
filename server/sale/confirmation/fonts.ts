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

/** The fonts, read with the first confirmation. Reading them, and laying out each word, took most of the time of a confirmation. */
export function loadFonts(): Promise<Fonts> {
  return (fonts ??= import("fontkit").then(({ openSync }) => {
    const open = (name: keyof typeof FONTS) => keepingWords(openSync(FONTS[name]) as Font);
    return { regular: open("regular"), bold: open("bold"), anyName: open("anyName") };
  }));
}

/** Most words of a confirmation are the same in all of them. */
const MOST_WORDS = 4000;

/**
 * Nothing that joins letters, splits them or replaces them by their neighbours: there is one glyph for each character.
 * A PDF names one text for a glyph, so that only this way what is copied, searched and read aloud is what was written.
 */
const ONE_BY_ONE = { ccmp: false, liga: false, clig: false, rlig: false, calt: false, locl: false } as const;

/**
 * The font, with the layout of each word kept. PDFKit scales a layout's positions to 1000 units an em, in place: these fonts have 1000, so
 * nothing changes. Another font would need a copy of them for each confirmation.
 */
function keepingWords(font: Font): Font {
  const layOut = font.layout.bind(font);
  const words = new Map<string, GlyphRun>();
  font.layout = (text, features, ...more) => {
    // Features, such as digits of one width, are a short list of names.
    const key = `${text}\0${JSON.stringify([features, more])}`;
    let run = words.get(key);
    if (!run) {
      // Figtree has no narrow no-break space, which French needs before a colon.
      const letters = text.replaceAll("\u202f", "\u00a0");
      run = named(layOut(letters, { ...ONE_BY_ONE, ...asRecord(features) }, ...more), letters);
      if (words.size >= MOST_WORDS) words.clear();
      words.set(key, run);
    }
    return run;
  };
  return font;
}

/**
 * Says of each glyph which character it is. fontkit keeps what a glyph was first asked for: one that was first drawn
 * as a part of another, such as the ı of í, would be no letter in every later PDF.
 */
function named(run: GlyphRun, text: string): GlyphRun {
  const letters = [...text];
  for (const [at, glyph] of run.glyphs.entries()) {
    const letter = letters[at] ?? "";
    // fontkit draws a space for what cannot be seen.
    if (!/\p{Default_Ignorable_Code_Point}/u.test(letter)) glyph.codePoints = [letter.codePointAt(0) ?? 0];
  }
  return run;
}

const asRecord = (features: Parameters<Font["layout"]>[1]): Record<string, boolean> =>
  Array.isArray(features) ? Object.fromEntries(features.map((name) => [name, true])) : { ...features };
