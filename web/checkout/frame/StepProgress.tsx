import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import type { CheckoutPage } from "#core/steps/steps.ts";
import type { Flow } from "#web/checkout/state/flow.ts";
import { ProgressLine } from "./ProgressLine.tsx";
import { LaterRows, useRowsAhead } from "./LaterRows.tsx";
import { stepsShown } from "./steps-shown.ts";
import styles from "./StepProgress.module.css";

/** The steps on a phone: one line that opens a list over the page. Escape or a press outside closes the list. */
export function StepProgress({ page, flow }: { readonly page: CheckoutPage; readonly flow: Flow }) {
  const t = useTranslations("checkout");
  const [openOn, setOpenOn] = useState<CheckoutPage | null>(null);
  const open = openOn === page;
  const element = useRef<HTMLElement>(null);
  useRowsAhead();
  useEffect(() => {
    if (!open) return undefined;
    const close = (event: Event) => {
      const inside = event.target instanceof Node && element.current?.contains(event.target);
      const escape = event instanceof KeyboardEvent && event.key === "Escape";
      if (event instanceof KeyboardEvent ? !escape : inside) return;
      setOpenOn(null);
      if (escape) element.current?.querySelector("button")?.focus();
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, [open]);

  return (
    <nav ref={element} className={styles.progress} aria-label={t("allSteps")}>
      <ProgressLine
        page={page}
        steps={flow.isCounted ? flow.steps : null}
        onToggle={() => setOpenOn(open ? null : page)}
      >
        {open && (
          <div id="all-steps" className={styles.list}>
            <LaterRows bare page={page} flow={flow} steps={stepsShown(page, flow.steps)} />
          </div>
        )}
      </ProgressLine>
    </nav>
  );
}
