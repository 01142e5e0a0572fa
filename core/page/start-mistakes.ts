/** The id of what a page shows when its script did not come. */
export const NOT_STARTED_ELEMENT = "not-started";

/**
 * How long the script may take before the page says that it is missing, in ms. It may still come: it then replaces the
 * page's content.
 */
const LATE_MS = 20_000;

/**
 * The script that a page of the checkout has in itself: it shows that element when the page's own script fails to load
 * or to start, or takes too long. An `async` script is one that the page can do without.
 */
export const notStartedScript = `const show=()=>{const e=document.getElementById("${NOT_STARTED_ELEMENT}");if(e)e.hidden=false},soon=()=>document.readyState==="loading"?addEventListener("DOMContentLoaded",show):show();addEventListener("error",({target:t})=>{if(t===window||t.tagName==="SCRIPT"&&!t.async)soon()},true);addEventListener("unhandledrejection",soon);setTimeout(show,${LATE_MS})`;

/** The id of the sentence that every page has for a browser that is too old. */
export const OLD_BROWSER_ELEMENT = "old-browser";

/**
 * The script in every page that shows this sentence where a function is missing that the built scripts call. These two
 * are the newest: Safari 17.4, Chrome 120 and Firefox 124 were the first to have both.
 */
export const oldBrowserScript = `if(!(self.AbortSignal&&AbortSignal.any&&URL.canParse))addEventListener("DOMContentLoaded",()=>{document.getElementById("${OLD_BROWSER_ELEMENT}").hidden=false})`;
