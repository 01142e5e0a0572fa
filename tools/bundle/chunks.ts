/**
 * Modules that every page rendered by the browser loads first. They share one chunk: by default, the bundler creates a
 * chunk for every set of modules that two pages share, about forty for the checkout's first load, and small files
 * compress badly.
 */
const FIRST_LOAD = [
  /node_modules\/(react|react-dom|scheduler|use-intl)\//,
  /web\/(app\/(?!languages\/)|api\/(?!download|upload)|session\/(?!typed-account|authority-language|reset-token|unconfirmed-payment|take-ended|network-visit)|site\/|money\/|client-entry)/,
  /extensions\/((\w+\/)?pages|web|\w+\/web\/web)\.ts/,
  /web\/(BrowserRoutes|CheckoutArea|step-table|step-texts)\./,
  /web\/kit\/(Button|cx|paint|Icon|icons|Price|Tag|Loader|StepCard|load-part|Alert|Field|LiveRegion|ChoiceCard|Slider|Carousel)\./,
  /web\/checkout\/(?!links\/|dialogs\/CallUs\.|frame\/(UnknownPage|StepDigest|StepRows)\.|Watch\.|use-login-expiry\.|use-missing-report\.|order\.|pay\.|price-agreement\.|review-changed\.|PriceWatch\.|summary\/SummaryFields\.)/,
  /web\/steps\/configure\/(?!TvConfiguration|BoxesSection|BonusSection)/,
  /core\/(text\/locale|money\/money|steps\/steps|catalogue\/codes|phone-numbers\/phone)\.ts/,
  /contract\/paths\.ts/,
];

/** Modules of every form, which would otherwise be two small files. */
const FORMS = /web\/kit\/(TextField|focus-field)\.|core\/text\/labelled\./;

/** Returns the chunk of a module: `first` for every page that the browser renders; null lets the bundler decide. */
export function chunkOf(module: string): string | null {
  if (FIRST_LOAD.some((pattern) => pattern.test(module))) return "first";
  return FORMS.test(module) ? "forms" : null;
}
