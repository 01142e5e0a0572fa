import { useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { subscribeToNetwork } from "#web/checkout/state/network.ts";
import styles from "./Offline.module.css";

/** A bar below the header that is shown while the browser is offline. */
export function Offline() {
  const t = useTranslations("common.network");
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  return <output className={styles.place}>{!online && <p className={styles.bar}>{t("offline")}</p>}</output>;
}
