import { useId } from "react";
import { Foldable } from "./Foldable.tsx";
import { paletteOf } from "./palette.ts";

type Props = { readonly art: string; readonly className?: string | undefined };

/** A phone from the front, with its back behind it. All drawings tilt the same way and are lit from the upper left. */
export function Phone({ art, className }: Props) {
  const id = useId();
  const { sky, dusk, glow, back, edge, size } = paletteOf(art);
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
        <stop offset="1" stopColor={edge} />
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
