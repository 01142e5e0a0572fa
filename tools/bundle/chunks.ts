/**
 * Modules of manual chunks. By default the bundler makes a chunk of every set of modules that two pages share, about forty for
 * the first load of the checkout, and small files compress badly.
 */
const BASE = [
  /node_modules\/(react|react-dom|scheduler|use-intl|wouter|regexparam|use-sync-external-store)\//,
  /web\/(app\/|api\/(?!download)|session\/(?!typed-account)|site\/|money\/|client-entry)/,
  /web\/kit\/(Button|cx|paint|Icon|icons|Price|Segmented|Tag|Loader)\./,
  /web\/checkout\/(start|state\/flow)\./,
  /core\/(locale|money|steps|codes)\.ts/,
  /contract\/paths\.ts/,
];
const CHECKOUT = [
  /web\/(BrowserRoutes|CheckoutArea|step-table|step-texts)\./,
  /web\/checkout\/(?!dialogs\/CallUs\.|frame\/UnknownPage\.|LoginWatch\.|use-login-expiry\.|order\.|pay\.|price-agreement\.|PriceWatch\.|sold-out\.)/,
  /web\/steps\/configure\/(?!TvConfiguration|BoxesSection)/,
  /web\/kit\/(StepCard|Alert|Field|LiveRegion|ChoiceCard|Slider|Carousel)\./,
  /web\/forms\/use-debounced/,
  /core\/phone\.ts/,
];

/** The chunk of a module: `base` is on every page, `checkout-frame` in every step; null lets the bundler decide. */
export function chunkOf(module: string): string | null {
  if (BASE.some((pattern) => pattern.test(module))) return "base";
  return CHECKOUT.some((pattern) => pattern.test(module)) ? "checkout-frame" : null;
}
