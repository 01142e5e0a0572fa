import { Suspense, useCallback, useState } from "react";
import { lazyPart } from "#web/kit/load-part.ts";
import { useTranslations } from "use-intl";
import { PartLoading } from "#web/checkout/loading/PartLoading.tsx";
import { Button } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import styles from "./phone.module.css";

const PhotoDialog = lazyPart(() => import("./PhotoDialog.tsx"));

/**
 * On a computer, a button to take the picture with a phone. It is hidden on phones, where the file field opens the
 * camera.
 */
export function PhonePhoto({ onReceived }: { readonly onReceived: (reading: string | undefined) => void }) {
  const t = useTranslations("identity.phone");
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const received = useCallback(
    (reading: string | undefined) => {
      setOpen(false);
      onReceived(reading);
    },
    [onReceived],
  );
  return (
    <div className={styles.way}>
      <Button variant="ghost" compact onClick={() => setOpen(true)}>
        <Icon name="handset" /> {t("button")}
      </Button>
      {open && (
        <Suspense fallback={<PartLoading />}>
          <PhotoDialog onReceived={received} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
