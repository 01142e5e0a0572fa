import type { ZoneFormatName } from "#core/document/zone-formats.ts";
import type { Person } from "./person.ts";
import { pick, type Random } from "../../test/support/seeded.ts";

/** The condition of a photo. All except `sharp` are defects. */
export const CONDITIONS = ["sharp", "rotated", "skewed", "dark", "blurred", "covered"] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Sizes of documents in tenths of a millimetre (ICAO Doc 9303 parts 4 to 6). One tenth is one pixel of the page. */
const SIZE: Readonly<Record<ZoneFormatName, readonly [width: number, height: number]>> = {
  TD1: [856, 540],
  TD2: [1050, 740],
  TD3: [1250, 880],
};
/**
 * Distance between characters and between lines: ten characters per inch, four lines per inch (Doc 9303 part 3, section
 * 4.3).
 */
const PITCH = 25.4;
const LINE = 63.5;
const FONT_SIZE = 36;
/** Advance width of OCR-B's characters at `FONT_SIZE`. */
const ADVANCE = 26.03;

const BACKGROUNDS = [
  ["#dfe6ea", "#cfd8e2"],
  ["#f0e6e0", "#e6d4cc"],
  ["#e6efe0", "#d4e2cc"],
] as const;

/** Maximum rotation in degrees; 2 for conditions that are not listed. */
const MAX_TURN: Readonly<Partial<Record<Condition, number>>> = { rotated: 14, skewed: 6 };

export type Photo = { readonly html: string; readonly width: number; readonly height: number };

/**
 * Returns an HTML page that looks like a photo of a document on a table. The layout imitates no real document: it has
 * the print that most documents share, and the machine-readable zone.
 */
export function photoOf(
  random: Random,
  {
    format,
    condition,
    person,
    lines,
  }: { format: ZoneFormatName; condition: Condition; person: Person; lines: readonly string[] },
): Photo {
  const around = (most: number) => (random() * 2 - 1) * most;
  const [cardWidth, cardHeight] = SIZE[format];
  const width = 1600;
  const height = condition === "rotated" || random() < 0.3 ? 1600 : 1200;
  const shown = width * (0.72 + random() * 0.2);
  const scale = shown / cardWidth;
  const [light, dark] = pick(random, BACKGROUNDS);
  const turn = around(MAX_TURN[condition] ?? 2);
  const tilt = condition === "skewed" ? `rotateX(${around(22)}deg) rotateY(${around(18)}deg)` : "";
  const blur = condition === "blurred" ? 1.2 + random() * 2.2 : 0.3 + random() * 0.3;
  const brightness = condition === "dark" ? 0.28 + random() * 0.2 : 0.92 + random() * 0.16;
  const shade =
    condition === "dark" ? `linear-gradient(${random() * 360}deg, #fff, #666)` : "linear-gradient(120deg, #fff, #eee)";
  const finger = `left:${random() * cardWidth * 0.8}px;bottom:${-20 + random() * 60}px;width:${80 + random() * 140}px`;
  const names = [person.surname, person.given].map((name) => name.replaceAll("<", " "));
  const print =
    format === "TD1"
      ? `<div style="position:absolute;left:50px;top:110px;font-size:20px;line-height:1.5">Heimatort / Lieu d'origine<br><b>MUSTERHAUSEN ZH</b><br>Ausgestellt am / Délivré le<br><b>05 03 21</b> &nbsp; Behörde / Autorité <b>MUSTERHAUSEN</b></div>`
      : `<div style="position:absolute;left:50px;top:120px;width:${cardWidth * 0.26}px;height:${cardHeight * 0.42}px;background:linear-gradient(#998,#bba)"></div>
         <div style="position:absolute;left:${cardWidth * 0.36}px;top:110px;font-size:22px;line-height:1.45">Name / Nom<br><b style="font-size:30px">${names[0]}</b><br>Vornamen / Prénoms<br><b style="font-size:30px">${names[1]}</b><br>Nr. ${person.number}</div>`;
  const html = `<body style="margin:0;width:${width}px;height:${height}px;overflow:hidden;position:relative;perspective:2600px;background:${pick(random, ["#655847", "#3a3a3a", "#d6d2cc", "#8a7a5c"])}">
    <div style="position:absolute;left:${(width - shown) / 2 + around(20)}px;top:${(height - cardHeight * scale) / 2}px;transform-origin:0 0;transform:scale(${scale})">
      <div style="position:relative;width:${cardWidth}px;height:${cardHeight}px;overflow:hidden;border-radius:30px;box-shadow:0 10px 60px #0008;color:#223;
        font-family:'Noto Sans','DejaVu Sans',sans-serif;background:repeating-radial-gradient(circle at 30% 40%, ${light} 0 6px, ${dark} 6px 12px);
        transform:rotate(${turn}deg) ${tilt};filter:blur(${blur}px) brightness(${brightness})">
        <div style="position:absolute;left:50px;top:40px;font-size:34px;font-weight:bold">SPECIMEN ${person.issuer}</div>
        ${print}
        <div style="position:absolute;left:0;right:0;bottom:0;height:${lines.length * LINE + 50}px;background:${pick(random, ["transparent", "#fff8", "#fffc"])}"></div>
        <div style="position:absolute;left:${(cardWidth - (lines[0]?.length ?? 0) * PITCH) / 2}px;bottom:34px;white-space:pre;color:${pick(random, ["#111", "#222", "#333"])};
          font:${FONT_SIZE}px/${LINE}px ${pick(random, ["'OCR B'", "'OCR B'", "'OCR B S'"])};letter-spacing:${PITCH - ADVANCE}px;-webkit-text-stroke:${random() * 0.9}px">${lines.map((line) => line.replaceAll("<", "&lt;")).join("\n")}</div>
        ${condition === "covered" ? `<div style="position:absolute;${finger};height:150px;border-radius:60px 60px 0 0;background:#c98"></div>` : ""}
      </div>
    </div>
    <div style="position:absolute;inset:0;background:${shade};mix-blend-mode:multiply"></div>
    <svg style="position:absolute;inset:0;opacity:.10;mix-blend-mode:multiply" width="${width}" height="${height}"><filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".8" seed="${Math.floor(random() * 999)}"/></filter><rect width="100%" height="100%" filter="url(#grain)"/></svg>
  </body>`;
  return { html, width, height };
}
