import { useState } from "react";
import { useTranslations } from "use-intl";
import { Dialog } from "#web/kit/Dialog.tsx";
import { takeEnded } from "#web/session/take-ended.ts";
import { Opening } from "./Outside.tsx";

/** Says why the checkout has ended, as the shop window does outside the frame, and leads there. */
export function Ended({ href }: { readonly href: string }) {
  const t = useTranslations("prepared.frame.ended");
  const [why] = useState(takeEnded);
  return (
    <Dialog title={why?.title ?? t("title")} tone="warn" actions={<Opening href={href} label={t("open")} />}>
      {why && <p>{why.text}</p>}
      <p>{t("text")}</p>
    </Dialog>
  );
}
