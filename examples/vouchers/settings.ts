import { either, limit, setting, type ConfigOf } from "kasse/extension";

export const SETTINGS = {
  vouchers: setting("VOUCHERS", either("on", "off"), { default: "off", about: "whether voucher codes are accepted" }),
} as const;

/** Codes can be guessed, so tries are limited. */
export const LIMITS = {
  voucherTriesPerCheckout: limit(20, "voucher codes", "hour", "checkout"),
  voucherTriesPerAddress: limit(100, "voucher codes", "hour", "address"),
} as const;

declare module "kasse/extension" {
  interface ExtensionConfig extends ConfigOf<typeof SETTINGS> {}
  interface ExtensionLimits {
    voucherTriesPerCheckout: true;
    voucherTriesPerAddress: true;
  }
}
