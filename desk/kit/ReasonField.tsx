import type { ComponentProps } from "react";
import { REASON_LENGTH } from "#core/desk/acts.ts";
import { LongTextField } from "./LongTextField.tsx";

type Props = Pick<ComponentProps<typeof LongTextField>, "name" | "label" | "error" | "onChange" | "ref"> & {
  readonly value: string;
};

/** The reason for an act or for a look at a person. */
export function ReasonField(props: Props) {
  return <LongTextField {...props} rows={2} maxLength={REASON_LENGTH.max} />;
}
