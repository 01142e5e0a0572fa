/** The id of the sentence that every page has for a browser that is too old. */
export const OLD_BROWSER_ELEMENT = "old-browser";

/**
 * The script in every page that shows this sentence where a function is missing that the built scripts call. These two
 * are the newest: Safari 17.4, Chrome 120 and Firefox 124 were the first to have both.
 */
export const oldBrowserScript = `if(!(self.AbortSignal&&AbortSignal.any&&URL.canParse))addEventListener("DOMContentLoaded",()=>{document.getElementById("${OLD_BROWSER_ELEMENT}").hidden=false})`;
