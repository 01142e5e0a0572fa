import { useTranslations } from "use-intl";
import { OLD_BROWSER_ELEMENT } from "#core/page/start-mistakes.ts";
import { usePage } from "./page-context.tsx";

/** Says that the browser is too old, and whom to call; `oldBrowserScript` shows it. Its style needs nothing new. */
export function OldBrowser() {
  const t = useTranslations("shop.browser");
  const { brand } = usePage();
  return (
    <p id={OLD_BROWSER_ELEMENT} role="alert" hidden style={{ margin: 24, textAlign: "center", fontWeight: 650 }}>
      {t("old", { phone: brand.phone })}
    </p>
  );
}
