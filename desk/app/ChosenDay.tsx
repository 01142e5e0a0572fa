import { useState, type ComponentProps } from "react";
import { labelled } from "#core/text/labelled.ts";
import { DayField as KitDayField } from "#web/kit/DayField.tsx";
import { useLanguage, useTexts } from "./texts.tsx";

type Props = {
  readonly name: string;
  readonly label: string;
  /** The day that the page shows data for, as `YYYY-MM-DD`. */
  readonly day: string;
  readonly max?: string;
  readonly canBe: (value: string) => boolean;
  /** The message for a day that is not accepted. */
  readonly wrong: string;
  readonly onChange: (day: string) => void;
};

/**
 * A field for the day that a page shows data for. A day takes effect on Enter, when the field is left, or when it is
 * picked in the calendar. So the page does not change while a day is being typed, or if a day is not accepted.
 */
export function ChosenDay({ name, label, day, max, canBe, wrong, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const choose = (value: string) => {
    setWrong(!canBe(value));
    if (!canBe(value)) return setTyped(value);
    setTyped(null);
    if (value !== day) onChange(value);
  };
  const chooseTyped = () => typed !== null && choose(typed);
  return (
    <DayField
      name={name}
      label={label}
      max={max}
      value={typed ?? day}
      error={isWrong ? wrong : undefined}
      onChange={setTyped}
      onBlur={chooseTyped}
      onEnter={chooseTyped}
      onPick={choose}
    />
  );
}

/** A date field in the desk's language. */
export function DayField(props: Omit<ComponentProps<typeof KitDayField>, "placeholder" | "pickLabel">) {
  const t = useTexts("frame");
  const { locale } = useLanguage();
  return (
    <KitDayField {...props} placeholder={t("dayFormat")} pickLabel={labelled(props.label, t("pickDay"), locale)} />
  );
}
