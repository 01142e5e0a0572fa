import { Component, type FormEvent, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Button, LinkButton } from "#web/kit/Button.tsx";
import { localPath } from "#web/site/paths.ts";
import { usePage } from "./page-context.tsx";
import styles from "./ErrorBoundary.module.css";

/** Catches rendering and loading errors, and shows `SomethingWrong` instead of an empty page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <SomethingWrong /> : this.props.children;
  }
}

/**
 * "Something went wrong", with a reload and a link home. Typed input survives the reload. The button is in a form,
 * which reloads the page even without scripts.
 */
export function SomethingWrong() {
  const t = useTranslations("common");
  const { brand, locale } = usePage();
  return (
    <div className={styles.page} role="alert">
      <h1 className={styles.title}>{t("broken.title")}</h1>
      <p className={styles.text}>{t("broken.text", { phone: brand.phone })}</p>
      <div className={styles.actions}>
        <form onSubmit={reload}>
          <Button type="submit">{t("broken.reload")}</Button>
        </form>
        <LinkButton variant="ghost" href={localPath(locale, "home")}>
          {t("home")}
        </LinkButton>
      </div>
    </div>
  );
}

function reload(event: FormEvent): void {
  event.preventDefault();
  location.reload();
}
