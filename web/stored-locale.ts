/**
 * Leads from a page without a language in its address to the language that the shopper chose (decisions 3). Runs before anything is
 * painted, on German pages only, so that it cannot loop; a small entry of its own. Choosing German is stored as well, and search
 * engines store nothing.
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
  // The German page must not show while the other one loads.
  document.documentElement.style.visibility = "hidden";
  const { pathname, search, hash } = location;
  location.replace(`/${locale}${pathname}${search}${hash}`);
}
