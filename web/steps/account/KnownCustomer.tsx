import { useTranslations } from "use-intl";
import type { PrepareAnswers } from "#contract/schemas/prepare.ts";
import { usePage } from "#web/app/page-context.tsx";
import { StepForm } from "#web/checkout/frame/StepForm.tsx";
import { useBusy } from "#web/checkout/state/busy.tsx";
import choice from "#web/kit/choice.module.css";
import { cx } from "#web/kit/cx.ts";
import { Icon } from "#web/kit/Icon.tsx";
import { token } from "#web/session/login.ts";
import { localPath } from "#web/site/paths.ts";
import { useAfterLogin } from "./use-account.ts";
import styles from "./account.module.css";

type Customer = NonNullable<PrepareAnswers["3"]["user"]>;

/**
 * Returns a customer's name. A customer who has just registered has no name yet, so the e-mail address takes its place.
 */
const nameOf = ({ name, email }: Customer) => name ?? email;

/** Returns the first letters of the first and the last word: `MK`. */
const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter((_, index, words) => index === 0 || index === words.length - 1)
    .map((word) => word.slice(0, 1))
    .join("");

type Props = { readonly customer: Customer; readonly chosen: boolean; readonly onChoose: () => void };

/**
 * The first choice of step 3, if the customer has logged in or registered in this checkout: continue as this customer.
 */
export function KnownCustomer({ customer, chosen, onChoose }: Props) {
  const t = useTranslations("account");
  const { name, email } = customer;
  return (
    <label className={cx(choice.card, styles.known)}>
      <span className={styles.sign} aria-hidden="true">
        {name ? initialsOf(name) : <Icon name="person" size={22} />}
      </span>
      <span className={styles.who}>
        <span className={styles.greeting}>{t(name ? "welcomeBack" : "orderingAs")}</span>
        <span className={styles.account}>{nameOf(customer)}</span>
        {name && <span className={styles.email}>{email}</span>}
      </span>
      <input
        type="radio"
        name="account-choice"

        checked={chosen}
        onChange={onChoose}
      />
      <Icon name="check" size={12} />
    </label>
  );
}

/** A form whose button continues as the known customer, without a password. */
export function ContinueAs({ customer }: { readonly customer: Customer }) {
  const t = useTranslations("account");
  const { locale } = usePage();
  const busy = useBusy();
  const { continueAs } = useAfterLogin();
  const proceed = async () => {
    await busy.once(() => continueAs(customer.email));
  };
  return (
    <StepForm label={t("continueAs", { account: nameOf(customer) })} enabled onSubmit={proceed}>
      <div className={styles.own}>{token() !== null && <a href={localPath(locale, "account")}>{t("own.link")}</a>}</div>
    </StepForm>
  );
}
