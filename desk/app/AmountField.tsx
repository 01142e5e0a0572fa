import { useState } from "react";
import { amountInField } from "./numbers.ts";
import { TextField, type TextFieldProps } from "#web/kit/TextField.tsx";

type Props = Omit<TextFieldProps, "value" | "onChange"> & {
  readonly value: unknown;
  /** The number is an amount in CHF; otherwise it is a whole number. */
  readonly decimals?: true;
  /**
   * Called with the typed number. If the text is not a number, it is called with the text, which the server then
   * reports as an error.
   */
  readonly onChange: (value: number | string) => void;
};

/** A field for a number. It can be typed with a decimal comma or point, and with a dash for whole francs. */
export function AmountField({ value, decimals, onChange, ...rest }: Props) {
  const shown = textOf(value, decimals === true);
  const [typed, setTyped] = useState(shown);
  const [known, setKnown] = useState(value);
  // Something else has changed the value, for example an undo.
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
