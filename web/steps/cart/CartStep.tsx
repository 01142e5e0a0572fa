import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { usePage } from "#web/app/page-context.tsx";
import { StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useCheckout } from "#web/checkout/state/store.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import { usePrepare } from "#web/checkout/loading/use-prepare.ts";
import { readLines } from "#web/checkout/summary/lines.ts";
import { TextButton } from "#web/kit/Button.tsx";
import { CartTable } from "./CartTable.tsx";

/** Step 2: the summary cart, or a redirect to step 3 if the operator omits the cart (decisions 2). */
export default function CartStep() {
  const { summaryStep } = usePage();
  return summaryStep === "show" ? <Cart /> : <SkippedCart />;
}

function SkippedCart() {
  const { skip } = useNavigation();
  useEffect(() => skip("2", "3"), [skip]);
  return null;
}

function Cart() {
  const t = useTranslations("cart");
  const { answer } = useCheckout();
  const { edit, leave } = useNavigation();
  const prepared = usePrepare("2");
  const loaded = prepared !== null && answer !== null;
  return (
    <StepForm label={t("toCashDesk")} enabled={loaded} onSubmit={() => leave("2", "3")}>
      {answer && <CartTable answer={answer} />}
      {answer && !readLines(answer).sim && (
        <p>
          <TextButton onClick={() => edit("1")}>{t("cancel")}</TextButton>
        </p>
      )}
    </StepForm>
  );
}
