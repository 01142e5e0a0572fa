import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { PAGE_STEP_AFTER } from "#core/steps.ts";
import { usePage } from "#web/app/page-context.tsx";
import { StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useCheckout } from "#web/checkout/state/CheckoutProvider.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { readLines } from "#web/checkout/summary/lines.ts";
import { TextButton } from "#web/kit/Button.tsx";
import { keepPageStep } from "#web/session/checkout-session.ts";
import { CartTable } from "./CartTable.tsx";

/** Step 2: the summary cart where the operator shows it; otherwise straight on to step 3 (decisions 2). */
export default function CartStep() {
  const { summaryStep } = usePage();
  return summaryStep === "show" ? <Cart /> : <SkippedCart />;
}

function SkippedCart() {
  const { jump } = useNavigation();
  useEffect(() => skip(jump), [jump]);
  return null;
}

/** Page-step 2 is stored, and history gets no page that only leads away again. */
function skip(jump: (to: "3") => void): void {
  jump("3");
  keepPageStep(PAGE_STEP_AFTER["2"]);
}

function Cart() {
  const t = useTranslations("checkout.cart");
  const { answer } = useCheckout();
  const { edit, leave } = useNavigation();
  const prepared = usePrepare("2");
  const loaded = prepared !== null && answer !== null;
  return (
    <StepForm label={t("toCashDesk")} summaryLabel={t("toCashDesk")} enabled={loaded} onSubmit={() => leave("2", "3")}>
      {answer && <CartTable answer={answer} />}
      {answer && !readLines(answer).sim && (
        <p>
          <TextButton onClick={() => edit("1")}>{t("cancel")}</TextButton>
        </p>
      )}
    </StepForm>
  );
}
