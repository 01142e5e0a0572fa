/** An open foldable phone, seen slightly from above. */
export function Foldable({ screen }: { readonly screen: string }) {
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
