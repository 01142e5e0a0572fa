import { useLoginExpiry } from "./use-login-expiry.ts";

/** Watches the login on every page of the checkout. */
export default function LoginWatch() {
  useLoginExpiry();
  return null;
}
