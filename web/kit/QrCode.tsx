import { useMemo } from "react";
import { create } from "qrcode";
import styles from "./QrCode.module.css";

/** Width of the blank margin (quiet zone) around the code, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Shows a text as a QR code, black on white in every theme. Import it lazily, because the encoder is large. */
export default function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { path, size } = useMemo(() => drawModules(text), [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Returns an SVG path with one rectangle for each horizontal run of dark modules. */
function drawModules(text: string): { path: string; size: number } {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const dark = (x: number, y: number) => x < modules.size && modules.get(y, x) === 1;
  let path = "";
  for (let y = 0; y < modules.size; y++) {
    for (let x = 0; x < modules.size; x++) {
      if (!dark(x, y)) continue;
      const from = x;
      while (dark(x + 1, y)) x += 1;
      path += `M${from + QUIET_ZONE} ${y + QUIET_ZONE}h${x - from + 1}v1H${from + QUIET_ZONE}z`;
    }
  }
  return { path, size: modules.size + 2 * QUIET_ZONE };
}
