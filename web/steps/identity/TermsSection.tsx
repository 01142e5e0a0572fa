import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { localePrefix } from "#core/text/locale.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Section } from "#web/checkout/frame/StepForm.tsx";
import { useDebounced } from "#web/forms/use-debounced.ts";
import { ChoiceCard } from "#web/kit/ChoiceCard.tsx";
import { FieldError } from "#web/kit/Field.tsx";
import styles from "./TermsSection.module.css";

type Props = Pick<PrepareAnswers["5"], "agb" | "gdpr"> & {
  readonly tv: boolean;
  readonly ticked: boolean;
  readonly danger: boolean;
  readonly onTick: (ticked: boolean) => void;
  /** Called 500 ms after the last change. */
  readonly onSettled: (ticked: boolean) => void;
};

/** One checkbox for all required terms (decisions 3), with links to them. */
export function TermsSection({ tv, agb, gdpr, ticked, danger, onTick, onSettled }: Props) {
  const t = useTranslations("customer.terms");
  const tFields = useTranslations("fields");
  const { locale } = usePage();
  const keep = useDebounced(onSettled, 500, { atEnd: true });
  const address = (url: string) => (url.startsWith("/") ? `${localePrefix(locale)}${url}` : url);
  const linkTo = (title: string, url: string) => (
    <a href={address(url)} target="_blank" rel="noopener">
      {title}
    </a>
  );
  return (
    <Section title={t("title")}>
      <ChoiceCard
        type="checkbox"
        id="terms"
        name="terms"
        danger={danger}
        title={t(tv ? "agreeTv" : "agree")}
        text={t("optional")}
        checked={ticked}
        aria-describedby={danger ? "terms-error" : undefined}
        aria-invalid={danger ? true : undefined}
        onChange={(event) => {
          onTick(event.currentTarget.checked);
          keep.call(event.currentTarget.checked);
        }}
      />
      {danger && <FieldError id="terms-error">{tFields("terms")}</FieldError>}
      <ul className={styles.links}>
        {agb.map(({ code, title, url }) => (
          <li key={code}>{linkTo(title, url)}</li>
        ))}
      </ul>
      {/* A privacy notice only informs and requires no agreement (nDSG). */}
      <p className={styles.notice}>
        {t("privacy")} {linkTo(gdpr.title, gdpr.url)}
      </p>
    </Section>
  );
}
