import { useTranslations } from "use-intl";
import type { AnswerOf } from "#contract/shop/calls.ts";
import { usePage } from "#web/app/page-context.tsx";
import { Alert } from "#web/kit/Alert.tsx";
import { LinkButton } from "#web/kit/Button.tsx";

/** How far the transfer of the number is, in the words of the mail about it; where it was refused, whom to call. */
export function TransferState({ transfer }: { readonly transfer: NonNullable<AnswerOf<"order">["transferState"]> }) {
  const t = useTranslations("order.next.transfer.state");
  const tThanks = useTranslations("customer.thanks");
  const { brand } = usePage();
  const isRefused = transfer.state === "refused";
  return (
    <section aria-label={t("title")}>
      <Alert
        tone={
          isRefused || transfer.state === "confirmationNeeded"
            ? "warn"
            : transfer.state === "completed"
              ? "good"
              : "info"
        }
        title={t("title")}
        actions={isRefused && <LinkButton href={brand.phoneHref}>{tThanks("call", { phone: brand.phone })}</LinkButton>}
      >
        {transfer.text}
      </Alert>
    </section>
  );
}
