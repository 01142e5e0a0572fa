import { useEffect, useRef } from "react";
import { useLocale, useTranslations } from "use-intl";
import { readPostalCode } from "#core/person/typed-text.ts";
import { useFormState } from "#web/forms/form.ts";
import type { CustomerFormState } from "#web/forms/use-customer-form.ts";
import { Alert } from "#web/kit/Alert.tsx";
import { Button } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import type { Doubt } from "./use-town-check.ts";

/** Maximum number of towns offered, since a postal code can have many. */
const MAX_OFFERED = 3;

/**
 * Asks about a town that does not belong to its postal code, and offers the towns that do. Disappears once the postal
 * code or the town is changed.
 */
export function TownQuestion({ state, doubt }: { readonly state: CustomerFormState; readonly doubt: Doubt }) {
  const t = useTranslations("address");
  const locale = useLocale();
  const root = useRef<HTMLDivElement>(null);
  const { postalCode: code, city } = useFormState(state.form).values;
  const asked = readPostalCode(code).code === doubt.postalCode && city === doubt.city;
  useEffect(() => {
    if (asked) root.current?.scrollIntoView({ block: "nearest" });
  }, [asked]);
  if (!asked) return null;
  const offered = doubt.towns.slice(0, MAX_OFFERED);
  const towns = new Intl.ListFormat(locale, { type: "disjunction" }).format(offered);
  const use = (town: string) => {
    state.form.set({ city: town }, "now");
    focusField("city");
  };
  return (
    <div ref={root} style={{ marginTop: 16 }}>
      <Alert
        tone="warn"
        actions={offered.map((town) => (
          <Button key={town} variant="ghost" compact onClick={() => use(town)}>
            {t("useTown", { town })}
          </Button>
        ))}
      >
        {t("otherTown", { code, city, towns, button: t("purchase") })}
      </Alert>
    </div>
  );
}
