import type { BrandCode } from "#core/payment/payment-brands.ts";

/** A drawn word: its colours, its length of 52, and its slant. */
type Word = {
  readonly word: string;
  readonly back: string;
  readonly ink: string;
  readonly length: number;
  readonly italic?: true;
};

const WORDS: Readonly<Record<Exclude<BrandCode, "MASTER">, Word>> = {
  TWINT: { word: "TWINT", back: "#111", ink: "#fff", length: 38 },
  VISA: { word: "VISA", back: "#fff", ink: "#1434cb", length: 34, italic: true },
  AMEX: { word: "AMEX", back: "#0b5fa5", ink: "#fff", length: 36 },
  POSTFINANCE: { word: "PostFinance", back: "#fc0", ink: "#111", length: 46 },
  APPLEPAY: { word: "Apple Pay", back: "#fff", ink: "#111", length: 45 },
  GOOGLEPAY: { word: "Google Pay", back: "#fff", ink: "#3c4043", length: 46 },
  PAYPAL: { word: "PayPal", back: "#fff", ink: "#003087", length: 40, italic: true },
  SOFORTUEBERWEISUNG: { word: "Sofort", back: "#fff", ink: "#b0006b", length: 38 },
};

type Props = {
  readonly code: BrandCode;
  /** For screen readers; without one, words beside it name it. */ readonly label?: string;
};

/** A payment brand as a small picture of our own: its name, or two circles. */
export function PaymentMark({ code, label }: Props) {
  return (
    <svg
      viewBox="0 0 52 32"
      width={46}
      height={28}
      focusable="false"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <rect
        x=".5"
        y=".5"
        width="51"
        height="31"
        rx="5"
        fill={code === "MASTER" ? "#fff" : WORDS[code].back}
        stroke="var(--field-line)"
      />
      {code === "MASTER" ? (
        <>
          <circle cx="21" cy="16" r="9" fill="#d9222a" />
          <circle cx="31" cy="16" r="9" fill="#f79e1b" fillOpacity=".85" />
        </>
      ) : (
        <Name {...WORDS[code]} />
      )}
    </svg>
  );
}

/** A word in the middle. Its length does not depend on the font, so that it always fits. */
function Name({ word, ink, length, italic }: Word) {
  return (
    <text
      x="26"
      y={word.length > 6 ? 19 : 21}
      textAnchor="middle"
      textLength={length}
      lengthAdjust="spacingAndGlyphs"
      fontSize={word.length > 6 ? 9 : 13}
      fontWeight={800}
      fontStyle={italic && "italic"}
      fill={ink}
    >
      {word}
    </text>
  );
}
