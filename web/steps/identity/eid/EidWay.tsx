import { Suspense, useCallback, useState } from "react";
import { lazyPart } from "#web/kit/load-part.ts";
import { useTranslations } from "use-intl";
import { Alert } from "#web/kit/Alert.tsx";
import { PartLoading } from "#web/checkout/loading/PartLoading.tsx";
import { Button } from "#web/kit/Button.tsx";
import { Icon } from "#web/kit/Icon.tsx";
import phone from "../phone/phone.module.css";
import type { EidReading } from "./eid-secret.ts";

const EidDialog = lazyPart(() => import("./EidDialog.tsx"));

type Props = {
  /** The e-ID also replaces the picture of the document. */
  readonly replacesPicture: boolean;
  readonly verified: boolean;
  readonly onVerified: (reading: EidReading, secret: string) => void;
};

/**
 * Identification by e-ID. It replaces typing the document's data, and also the picture if the ordinance that applies to
 * the operator allows that.
 */
export function EidWay({ replacesPicture, verified, onVerified }: Props) {
  const t = useTranslations("identity.eid");
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const done = useCallback(
    (reading: EidReading, secret: string) => {
      setOpen(false);
      onVerified(reading, secret);
    },
    [onVerified],
  );
  return (
    <div className={phone.eid}>
      <Button variant="ghost" compact onClick={() => setOpen(true)}>
        <Icon name="handset" /> {t("button")}
      </Button>
      {verified && (
        <Alert tone="good">
          {t("done")} {t(replacesPicture ? "noPicture" : "picture")}
        </Alert>
      )}
      {open && (
        <Suspense fallback={<PartLoading />}>
          <EidDialog onVerified={done} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
