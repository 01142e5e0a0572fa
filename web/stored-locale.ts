/**
 * Redirects from a page without a language in its URL to the language that the shopper chose (decisions 3). Runs before
 * the first paint, on German pages only, so that it cannot loop. A separate small entry. Choosing German is stored as
 * well, and search engines store nothing.
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
  // Hides the German page while the other one loads.
  document.documentElement.style.visibility = "hidden";
  const { pathname, search, hash } = location;
  location.replace(`/${locale}${pathname}${search}${hash}`);
}
