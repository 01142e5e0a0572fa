import { useState } from "react";
import { amountInField } from "#desk/app/numbers.ts";
import { TextField, type TextFieldProps } from "#web/kit/TextField.tsx";

type Props = Omit<TextFieldProps, "value" | "onChange"> & {
  readonly value: unknown;
  /** An amount in CHF; otherwise a whole number. */
  readonly decimals?: true;
  /**
   * Called with the typed number, or with the text itself if it is not a number, which the server then reports as a
   * mistake.
   */
  readonly onChange: (value: number | string) => void;
};

/** A field for a number, typed with a comma or a point, and with a dash for whole francs. */
export function AmountField({ value, decimals, onChange, ...rest }: Props) {
  const shown = textOf(value, decimals === true);
  const [typed, setTyped] = useState(shown);
  const [known, setKnown] = useState(value);
  // The value was changed elsewhere, for example by an undo.
  if (!Object.is(known, value)) {
    setKnown(value);
    if (numberOf(typed) !== value) setTyped(shown);
  }
  return (
    <TextField
      {...rest}
      inputMode={decimals ? "decimal" : "numeric"}
      autoComplete="off"
      chars={10}
      value={typed}
      onBlur={() => typeof value === "number" && setTyped(shown)}
      onChange={(event) => {
        setTyped(event.target.value);
        const number = numberOf(event.target.value);
        setKnown(number);
        onChange(number);
      }}
    />
  );
}

function textOf(value: unknown, decimals: boolean): string {
  if (typeof value !== "number") return typeof value === "string" ? value : "";
  return decimals ? amountInField(value) : String(value);
}

/** Reads `39,90`, `39.-` and `1’200` as numbers; anything else is returned as typed. */
function numberOf(typed: string): number | string {
  const text = typed
    .trim()
    .replace(/^CHF\s*/i, "")
    .replaceAll(/['’\s]/g, "")
    .replace(",", ".")
    .replace(/\.[-–—]*$/, "");
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : typed;
}
