import { useTranslations } from "use-intl";

/** The name of a device, which is the same in every language. */
export function DeviceName({ device }: { readonly device: string | null }) {
  const t = useTranslations("account.own");
  return device === null ? t("unknownDevice") : <span translate="no">{device}</span>;
}
