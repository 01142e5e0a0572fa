import { useTranslations } from "use-intl";
import { LinkButton } from "#web/kit/Button.tsx";
import { Dialog } from "#web/kit/Dialog.tsx";

/** Says that the shop cannot run in this frame, and opens it in a window, where the proposal is still unused. */
export function Outside({ href }: { readonly href: string }) {
  const t = useTranslations("prepared.frame.outside");
  return (
    <Dialog title={t("title")} actions={<Opening href={href} label={t("open")} />}>
      <p>{t("text")}</p>
    </Dialog>
  );
}

/** A link that opens a window: the browser's own, or one of the host. */
export function Opening({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <LinkButton href={href} target="_blank" rel="noopener">
      {label}
    </LinkButton>
  );
}
