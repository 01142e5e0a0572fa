/** A colour as `#rrggbb`. */
export type Hex = string;

/** Mixes a colour with white, like CSS `color-mix(in srgb, colour share%, #fff)`; `share` is from 0 to 1. */
export function tint(colour: Hex, share: number): Hex {
  const mixed = channels(colour).map((value) => Math.round(value * share + 255 * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the contrast between two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Hex, other: Hex): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export type BrandColours = Readonly<Record<"brand" | "brand2" | "action" | "actionDark" | "accent", Hex>>;

type Pair = {
  /** Describes foreground and background to the operator. */
  readonly what: string;
  readonly colour: keyof BrandColours;
  /** Returns the other colour of the pair. */
  readonly against: (colours: BrandColours) => Hex;
  /** The required contrast: 4.5 for text, 3 for controls and focus (WCAG 2.2, 1.4.3 and 1.4.11). */
  readonly least: 3 | 4.5;
};

const WHITE = "#ffffff";
/** The light red background of an error message, as in `web/styles/tokens.css`. */
const DANGER_WASH = "#fdecef";

/** The share of the brand's second colour in each of its tints in `web/styles/tokens.css`. */
const TINTS = { onBrand2: 0.2, wash: 0.1, mist: 0.05 } as const;

/** All pairs of colours that depend on the brand and whose contrast must be sufficient. */
const PAIRS: readonly Pair[] = [
  { what: "white text on the brand's colour", colour: "brand", against: () => WHITE, least: 4.5 },
  {
    what: "quiet text on the brand's colour",
    colour: "brand",
    against: ({ brand2 }) => tint(brand2, TINTS.onBrand2),
    least: 4.5,
  },
  { what: "links and icons on white", colour: "brand2", against: () => WHITE, least: 4.5 },
  { what: "links on grey", colour: "brand2", against: ({ brand2 }) => tint(brand2, TINTS.wash), least: 4.5 },
  { what: "white text on the action button", colour: "action", against: () => WHITE, least: 4.5 },
  { what: "white text on the pressed button", colour: "actionDark", against: () => WHITE, least: 4.5 },
  { what: "error text on its background", colour: "actionDark", against: () => DANGER_WASH, least: 4.5 },
];

export type ContrastFault = {
  readonly colour: keyof BrandColours;
  readonly what: string;
  /** The contrast, rounded down to a tenth, so that a value below the limit is never shown as reaching it. */
  readonly ratio: number;
  readonly least: number;
};

/** Returns the pairs of a brand's colours with too little contrast. Checked when the brand file is loaded. */
export function contrastFaults(colours: BrandColours): ContrastFault[] {
  return PAIRS.flatMap(({ what, colour, against, least }) => {
    const ratio = contrast(colours[colour], against(colours));
    return ratio < least ? [{ colour, what, ratio: Math.floor(ratio * 10) / 10, least }] : [];
  });
}

function luminance(colour: Hex): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: Hex): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
