import type { ComponentProps } from "react";
import { labelled } from "#core/text/labelled.ts";
import { DayField as KitDayField } from "#web/kit/DayField.tsx";
import { useLanguage, useTexts } from "./texts.tsx";

/** A date in the language of the desk. */
export function DayField(props: Omit<ComponentProps<typeof KitDayField>, "placeholder" | "pickLabel">) {
  const t = useTexts("frame");
  const { locale } = useLanguage();
  return (
    <KitDayField {...props} placeholder={t("dayFormat")} pickLabel={labelled(props.label, t("pickDay"), locale)} />
  );
}
