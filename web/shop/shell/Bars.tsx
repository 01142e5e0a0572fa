const LINE = { height: 14, borderRadius: 7, background: "var(--wash)" } as const;

/** A grey placeholder for a line of text. Inline styles, because only the server renders the shell. */
function Bar({ percent }: { readonly percent: number }) {
  return <div aria-hidden="true" style={{ ...LINE, width: `${percent}%` }} />;
}

/** Several placeholders. `height` is reserved, in px. */
export function Bars({ lines, height }: { readonly lines: readonly number[]; readonly height: number }) {
  return (
    <div style={{ display: "grid", gap: 22, alignContent: "start", minHeight: height, paddingTop: 6 }}>
      {lines.map((percent) => (
        <Bar key={percent} percent={percent} />
      ))}
    </div>
  );
}
