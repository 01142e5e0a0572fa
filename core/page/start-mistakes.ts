/** The id of the element that a page shows if its script does not load. */
export const NOT_STARTED_ELEMENT = "not-started";

/**
 * How long the script may take before the page reports it as missing, in ms. If it arrives later, it still replaces the
 * page's content.
 */
const LATE_MS = 20_000;

/**
 * The inline script of a checkout page. It shows that element if the page's own script fails to load or to start, or
 * takes too long. It ignores `async` scripts, because the page works without them.
 */
export const notStartedScript = `const show=()=>{const e=document.getElementById("${NOT_STARTED_ELEMENT}");if(e)e.hidden=false},soon=()=>document.readyState==="loading"?addEventListener("DOMContentLoaded",show):show();addEventListener("error",({target:t})=>{if(t===window||t.tagName==="SCRIPT"&&!t.async)soon()},true);addEventListener("unhandledrejection",soon);setTimeout(show,${LATE_MS})`;

/** The id of the message for outdated browsers, which every page contains. */
export const OLD_BROWSER_ELEMENT = "old-browser";

/**
 * The inline script of every page. It shows the message for outdated browsers if a function is missing that the built
 * scripts call. These two functions are the newest: Safari 17.4, Chrome 120 and Firefox 124 were the first to have
 * both.
 */
export const oldBrowserScript = `if(!(self.AbortSignal&&AbortSignal.any&&URL.canParse))addEventListener("DOMContentLoaded",()=>{document.getElementById("${OLD_BROWSER_ELEMENT}").hidden=false})`;
