import { useId } from "react";

type Props = { readonly art: string; readonly className?: string | undefined };

/** A phone from the front, with its back behind it. All drawings tilt the same way, lit from the upper left. */
export function Phone({ art, className }: Props) {
  const id = useId();
  const { sky, dusk, glow, back, integration, size } = paletteOf(art);
  const middle = `translate(110 112) scale(${size}) translate(-110 -112)`;
  return (
    <svg viewBox="0 0 220 224" className={className} aria-hidden="true" focusable="false">
      <linearGradient id={`${id}s`} x1="0" y1="0" x2=".5" y2="1">
        <stop stopColor={sky} />
        <stop offset=".6" stopColor={dusk} />
        <stop offset="1" stopColor={glow} />
      </linearGradient>
      <linearGradient id={`${id}b`} x1="0" y1="0" x2="1" y2="1">
        <stop stopColor={back} />
        <stop offset="1" stopColor={integration} />
      </linearGradient>
      {art === "slate" ? (
        <Foldable screen={`url(#${id}s)`} />
      ) : (
        <g transform={middle}>
          <g transform="rotate(-11 84 112)">
            <rect x="34" y="22" width="94" height="180" rx="21" fill={`url(#${id}b)`} />
            <rect x="42" y="30" width="36" height="40" rx="12" fill="#fff" opacity=".16" />
            <circle cx="53" cy="42" r="7" fill="var(--shade)" />
            <circle cx="67" cy="57" r="7" fill="var(--shade)" />
            <circle cx="51" cy="40" r="2" fill="#fff" opacity=".7" />
            <circle cx="65" cy="55" r="2" fill="#fff" opacity=".7" />
          </g>
          <g transform="rotate(5 134 116)">
            <rect x="181" y="84" width="4" height="28" rx="2" fill="var(--shade)" />
            <rect x="86" y="22" width="97" height="186" rx="22" fill="var(--shade)" />
            <rect x="91" y="27" width="87" height="176" rx="17" fill={`url(#${id}s)`} />
            <circle cx="153" cy="78" r="12" fill="#fff" opacity=".55" />
            <path
              d="M91 164l25-35 17 20 20-31 25 37v31a17 17 0 0 1-17 17h-53a17 17 0 0 1-17-17z"
              fill="#fff"
              opacity=".2"
            />
            <path
              d="M91 182l34-24 21 14 32-22v36a17 17 0 0 1-17 17h-53a17 17 0 0 1-17-17z"
              fill="var(--shade)"
              opacity=".28"
            />
            <path d="M108 27h34L98 197a17 17 0 0 1-7-11V44a17 17 0 0 1 17-17z" fill="#fff" opacity=".1" />
            <circle cx="134" cy="37" r="3.5" fill="var(--shade)" />
          </g>
        </g>
      )}
    </svg>
  );
}

/** A foldable phone, opened, seen slightly from above. */
function Foldable({ screen }: { readonly screen: string }) {
  return (
    <g transform="rotate(-3 110 112)">
      <path
        d="M30 40l80-9 80 9v148l-80 9-80-9z"
        fill="var(--shade)"
        stroke="var(--shade)"
        strokeWidth="14"
        strokeLinejoin="round"
      />
      <path d="M32 43l78-9 78 9v142l-78 9-78-9z" fill={screen} stroke={screen} strokeWidth="6" strokeLinejoin="round" />
      <circle cx="150" cy="80" r="13" fill="#fff" opacity=".55" />
      <path d="M29 150l30-40 24 26 27-40 34 44 20-18 27 30v33l-81 10-81-10z" fill="#fff" opacity=".2" />
      <path d="M29 170l44-24 37 22 38-28 43 24v21l-81 10-81-10z" fill="var(--shade)" opacity=".28" />
      <path d="M110 31v166l-81-10V40z" fill="#fff" opacity=".09" />
      <path d="M110 31v166" stroke="var(--shade)" strokeWidth="3" opacity=".35" />
      <circle cx="150" cy="47" r="3" fill="var(--shade)" />
    </g>
  );
}

/** Colours of a device: its screen from top to bottom (`sky`, `dusk`, `glow`), and its back. */
type Palette = {
  readonly sky: string;
  readonly dusk: string;
  readonly glow: string;
  readonly back: string;
  readonly integration: string;
  /** Scale, 1 for a phone of average size. */
  readonly size: number;
};

/** One entry for each `art` of the catalogue; the colours of devices are the devices'. */
const PALETTES: Readonly<Record<string, Palette>> = {
  blue: { sky: "#6d8bff", dusk: "#1a37ad", glow: "#ff5673", back: "#3f5fd6", integration: "#1c2f86", size: 1 },
  violet: { sky: "#c993ff", dusk: "#5b23a6", glow: "#ff9a62", back: "#8a5bd0", integration: "#45207d", size: 1.07 },
  amber: { sky: "#ffc46b", dusk: "#c2560f", glow: "#7a1f3d", back: "#e59a3f", integration: "#8f4a10", size: 0.97 },
  green: { sky: "#8be0b4", dusk: "#14744f", glow: "#0c3a63", back: "#3f9f78", integration: "#135a3f", size: 0.92 },
  rose: { sky: "#ffc0cf", dusk: "#b8436b", glow: "#5a2a86", back: "#e08aa4", integration: "#8a3455", size: 0.95 },
  /** The brand's own, for the drawing that is no product. */
  brand: {
    sky: "var(--halo)",
    dusk: "var(--own-brand-2)",
    glow: "var(--accent)",
    back: "color-mix(in srgb, var(--own-brand-2) 75%, #fff)",
    integration: "var(--brand)",
    size: 1,
  },
  slate: { sky: "#b9c6dd", dusk: "#3f4f73", glow: "#1a2036", back: "#6b7896", integration: "#333f5c", size: 1 },
};
const FALLBACK = PALETTES["brand"] as Palette;

function paletteOf(art: string): Palette {
  return PALETTES[art] ?? FALLBACK;
}
