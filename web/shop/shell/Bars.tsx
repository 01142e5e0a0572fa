const LINE = { height: 14, borderRadius: 7, background: "var(--wash)" } as const;

/** A grey line where a text will stand. Styled in place: the shell is drawn by the server alone. */
function Bar({ percent }: { readonly percent: number }) {
  return <div aria-hidden="true" style={{ ...LINE, width: `${percent}%` }} />;
}

/** Several of them, and the room that they keep free. */
export function Bars({ lines, height }: { readonly lines: readonly number[]; readonly height: number }) {
  return (
    <div style={{ display: "grid", gap: 22, alignContent: "start", minHeight: height, paddingTop: 6 }}>
      {lines.map((percent) => (
        <Bar key={percent} percent={percent} />
      ))}
    </div>
  );
}
