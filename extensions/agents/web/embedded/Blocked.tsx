import { useTranslations } from "use-intl";
import { Dialog } from "#web/kit/Dialog.tsx";

/** Says that the browser or the host has opened no window for a link. */
export function Blocked({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations();
  return (
    <Dialog title={t("prepared.frame.blocked.title")} tone="warn" closeLabel={t("common.close")} onClose={onClose}>
      <p>{t("prepared.frame.blocked.text")}</p>
    </Dialog>
  );
}
