import { useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { followNetwork } from "#web/checkout/state/network.ts";
import styles from "./Offline.module.css";

/** Says that the network is gone, for as long as it is. */
export function Offline() {
  const t = useTranslations("common.network");
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine);
  return <output>{!online && <p className={styles.bar}>{t("offline")}</p>}</output>;
}
