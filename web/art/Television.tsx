import { useId } from "react";

type Props = { readonly className?: string | undefined };

/** A television set with a set-top box in front. */
export function Television({ className }: Props) {
  const id = useId();
  return (
    <svg viewBox="0 0 220 224" className={className} aria-hidden="true" focusable="false">
      <linearGradient id={id} x1="0" y1="0" x2=".5" y2="1">
        <stop stopColor="var(--halo)" />
        <stop offset=".65" stopColor="var(--own-brand-2)" />
        <stop offset="1" stopColor="var(--accent)" />
      </linearGradient>
      <g transform="rotate(-3 110 112)">
        <path d="M72 164h76l10 14H62z" fill="var(--shade)" />
        <rect x="12" y="38" width="196" height="128" rx="12" fill="var(--shade)" />
        <rect x="18" y="44" width="184" height="116" rx="7" fill={`url(#${id})`} />
        <circle cx="156" cy="78" r="13" fill="#fff" opacity=".55" />
        <path
          d="M18 132l38-42 26 30 34-48 36 48 20-20 30 32v21a7 7 0 0 1-7 7H25a7 7 0 0 1-7-7z"
          fill="#fff"
          opacity=".2"
        />
        <path d="M18 146l58-22 44 20 40-26 42 26v9a7 7 0 0 1-7 7H25a7 7 0 0 1-7-7z" fill="var(--shade)" opacity=".28" />
        <path d="M25 44h70L50 160H25a7 7 0 0 1-7-7V51a7 7 0 0 1 7-7z" fill="#fff" opacity=".1" />
      </g>
      <Box />
    </svg>
  );
}

/** A flat set-top box with its power light on. */
function Box() {
  return (
    <g transform="translate(104 172) rotate(-3)">
      <path d="M12 0h76l12 14v14a8 8 0 0 1-8 8H8a8 8 0 0 1-8-8V14z" fill="color-mix(in srgb, var(--shade) 88%, #fff)" />
      <path d="M12 0h76l12 14H0z" fill="color-mix(in srgb, var(--shade) 66%, #fff)" />
      <circle cx="84" cy="25" r="3.5" fill="var(--accent)" />
      <rect x="12" y="22" width="34" height="6" rx="3" fill="#fff" opacity=".3" />
    </g>
  );
}
