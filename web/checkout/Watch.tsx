import { useLoginExpiry } from "./use-login-expiry.ts";
import { useMissingReport } from "./use-missing-report.ts";

/** Watches the login, and whether parts of the page arrive, on every page of the checkout. */
export default function Watch() {
  useLoginExpiry();
  useMissingReport();
  return null;
}
