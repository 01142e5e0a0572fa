/** The calls of the shop's pages about what a platform has prepared. */
export const PATHS = {
  preparedCheckout: ["POST", "/prepared-checkout"],
  embeddedCheckout: ["POST", "/embedded-checkout"],
} as const;
