import { useTranslations } from "use-intl";
import type { PageData } from "#contract/page.ts";
import { usePage } from "#web/app/page-context.tsx";
import { LinkButton } from "#web/kit/Button.tsx";
import { sectionOf } from "#web/site/page.ts";
import { localPath } from "#web/site/paths.ts";
import { productPath } from "../products.ts";
import textStyles from "../text/text.module.css";
import styles from "./LinkPage.module.css";

type Props = Pick<Extract<PageData, { kind: "brokenLink" }>, "family" | "product" | "mistakes">;

/** A permalink that cannot be bought: ways on for the shopper, and what is wrong for the person who wrote the link. */
export function BrokenLinkPage({ family, product, mistakes }: Props) {
  const t = useTranslations();
  const { locale } = usePage();
  const texts = product ? "broken" : "gone";
  const section = product ? sectionOf(product.group) : family;
  return (
    <div className={textStyles.page}>
      <h1 className={textStyles.title}>{t(`shop.link.${texts}.title`)}</h1>
      <p className={textStyles.text}>{t(`shop.link.${texts}.text`)}</p>
      <div className={textStyles.actions}>
        {product && (
          <LinkButton href={productPath(locale, product)}>{t("shop.link.product", { name: product.name })}</LinkButton>
        )}
        <LinkButton variant={product ? "ghost" : "primary"} href={`${localPath(locale, "home")}#${section}`}>
          {t(`shop.frame.nav.${section}`)}
        </LinkButton>
      </div>
      {mistakes.length > 0 && (
        <section className={styles.mistakes} aria-labelledby="mistakes">
          <h2 id="mistakes">{t("shop.link.broken.details")}</h2>
          <dl>
            {mistakes.map(({ field, text, fields }) => (
              <div key={field}>
                <dt translate="no">{field}</dt>
                <dd>
                  {text}
                  {fields && <span translate="no"> {fields.join(", ")}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  );
}
