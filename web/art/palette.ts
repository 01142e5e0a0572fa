/** Colours of a drawn device: its screen from top to bottom (`sky`, `dusk`, `glow`), and its back. */
export type Palette = {
  readonly sky: string;
  readonly dusk: string;
  readonly glow: string;
  readonly back: string;
  readonly edge: string;
  /** Scale, 1 for a phone of average size. */
  readonly size: number;
};

/** The colours for each `art` in the catalogue, taken from the real devices. */
const PALETTES: Readonly<Record<string, Palette>> = {
  blue: { sky: "#6d8bff", dusk: "#1a37ad", glow: "#ff5673", back: "#3f5fd6", edge: "#1c2f86", size: 1 },
  violet: { sky: "#c993ff", dusk: "#5b23a6", glow: "#ff9a62", back: "#8a5bd0", edge: "#45207d", size: 1.07 },
  amber: { sky: "#ffc46b", dusk: "#c2560f", glow: "#7a1f3d", back: "#e59a3f", edge: "#8f4a10", size: 0.97 },
  green: { sky: "#8be0b4", dusk: "#14744f", glow: "#0c3a63", back: "#3f9f78", edge: "#135a3f", size: 0.92 },
  rose: { sky: "#ffc0cf", dusk: "#b8436b", glow: "#5a2a86", back: "#e08aa4", edge: "#8a3455", size: 0.95 },
  /** The brand's colours, for the drawing that shows no particular product. */
  brand: {
    sky: "var(--halo)",
    dusk: "var(--own-brand-2)",
    glow: "var(--accent)",
    back: "color-mix(in srgb, var(--own-brand-2) 75%, #fff)",
    edge: "var(--brand)",
    size: 1,
  },
  slate: { sky: "#b9c6dd", dusk: "#3f4f73", glow: "#1a2036", back: "#6b7896", edge: "#333f5c", size: 1 },
};
const FALLBACK = PALETTES["brand"] as Palette;

export function paletteOf(art: string): Palette {
  return PALETTES[art] ?? FALLBACK;
}
