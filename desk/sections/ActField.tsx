import type { ActField as Described } from "#contract/desk/section-answers.ts";
import { SelectField } from "#web/kit/SelectField.tsx";
import { TextField } from "#web/kit/TextField.tsx";
import { AmountField } from "#desk/app/AmountField.tsx";
import { DayField } from "#desk/app/ChosenDay.tsx";
import { useTexts } from "#desk/app/texts.tsx";

type Props = {
  readonly field: Described;
  readonly value: string | number;
  readonly error: string | undefined;
  readonly onChange: (value: string | number) => void;
};

/** A field that an extension has described. */
export function ActField({ field: { name, kind, label, hint, required, options }, value, error, onChange }: Props) {
  const t = useTexts("sections");
  const common = {
    name: `act-${name}`,
    label: required ? label : t("optional", { label }),
    hint: hint ?? undefined,
    error,
  };
  switch (kind) {
    case "number":
      return <AmountField {...common} value={value} onChange={onChange} />;
    case "amount":
      return <AmountField {...common} value={value} decimals before="CHF" onChange={onChange} />;
    case "day":
      return <DayField {...common} value={String(value)} onChange={onChange} />;
    case "choice":
      return (
        <SelectField
          {...common}
          groups={[options]}
          placeholder={t("choose")}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "text":
      return (
        <TextField
          {...common}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}
