/** Returns a text with the credentials and queries of its addresses, also misspelt ones, replaced by "…". */
export const withoutCredentials = (text: string): string => text.replace(/\S+/g, addressWithoutCredentials);

function addressWithoutCredentials(word: string): string {
  const [scheme = ""] = /^\w+:\/\//.exec(word) ?? [];
  const at = word.lastIndexOf("@");
  const shown = /[:/]/.test(word.slice(0, Math.max(at, 0))) ? `${scheme}…${word.slice(at)}` : word;
  const query = shown.indexOf("?");
  return shown.includes(":/") && query !== -1 && query < shown.length - 1 ? `${shown.slice(0, query + 1)}…` : shown;
}
