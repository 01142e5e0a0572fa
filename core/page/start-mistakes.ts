/** The id of the element that a page shows if its script does not load. */
export const NOT_STARTED_ELEMENT = "not-started";

/**
 * How long the script may take before the page reports it missing, in ms. It can still arrive, and then replaces the
 * page's content.
 */
const LATE_MS = 20_000;

/**
 * The inline script of a checkout page: it shows that element if the page's own script fails to load or to start, or
 * takes too long. It ignores `async` scripts, which the page can do without.
 */
export const notStartedScript = `const show=()=>{const e=document.getElementById("${NOT_STARTED_ELEMENT}");if(e)e.hidden=false},soon=()=>document.readyState==="loading"?addEventListener("DOMContentLoaded",show):show();addEventListener("error",({target:t})=>{if(t===window||t.tagName==="SCRIPT"&&!t.async)soon()},true);addEventListener("unhandledrejection",soon);setTimeout(show,${LATE_MS})`;

/** The id of the message that every page has for outdated browsers. */
export const OLD_BROWSER_ELEMENT = "old-browser";

/**
 * Returns the inline script of every page: it shows this message if the browser lacks a function that the built scripts
 * call. These two are the newest: Safari 17.4, Chrome 120 and Firefox 124 were the first to have both.
 */
export const oldBrowserScript = `if(!(self.AbortSignal&&AbortSignal.any&&URL.canParse))addEventListener("DOMContentLoaded",()=>{document.getElementById("${OLD_BROWSER_ELEMENT}").hidden=false})`;
