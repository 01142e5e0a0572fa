import type { ComponentProps } from "react";
import { REASON_LENGTH } from "#core/desk/acts.ts";
import { useTexts } from "./texts.tsx";
import { LongTextField } from "#desk/kit/LongTextField.tsx";

type Props = Pick<ComponentProps<typeof LongTextField>, "name" | "label" | "error" | "onChange" | "ref"> & {
  readonly value: string;
};

/** The reason for an act or for a look at a person. The browser cuts off what is pasted beyond the limit, so a full field says so. */
export function ReasonField({ error, ...props }: Props) {
  const t = useTexts("frame");
  const full = props.value.length >= REASON_LENGTH.max ? t("reasonFull", { count: REASON_LENGTH.max }) : undefined;
  return <LongTextField {...props} error={error ?? full} rows={2} maxLength={REASON_LENGTH.max} />;
}
