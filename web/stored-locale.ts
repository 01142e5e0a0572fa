/**
 * Redirects from a page without a language in its URL to the language that the shopper chose (decisions 3). Runs before
 * the first paint, on German pages only, so that it cannot loop. It is a separate small script. Shoppers who chose
 * German stay, and so do search engines, which store no choice.
 */
function storedLocale(): string | null {
  try {
    return localStorage.getItem("kasse.locale");
  } catch {
    return null;
  }
}

const locale = storedLocale();
if (locale !== null && /^(?:en|fr|it|sr)$/.test(locale)) {
  // Hides the German page while the page in the other language loads.
  document.documentElement.style.visibility = "hidden";
  const { pathname, search, hash } = location;
  location.replace(`/${locale}${pathname}${search}${hash}`);
}
