/**
 * Returns an activation code in the form that phones read (GSMA SGP.22 4.1): `LPA:1$<SM-DP+ address>$<matching id>`.
 */
export function activationCode(smdpAddress: string, matchingId: string): string {
  return `LPA:1$${smdpAddress}$${matchingId}`;
}

/** Returns whether the text is a host name that can be part of an activation code. */
export function isSmdpAddress(text: string): boolean {
  return /^(?=.{1,253}$)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i.test(text);
}

/**
 * Returns the two parts that a phone asks for if the code is typed by hand; null if the text is not an activation code.
 */
export function codeParts(code: string): { readonly smdpAddress: string; readonly matchingId: string } | null {
  const [head, smdpAddress, matchingId] = code.split("$");
  return head === "LPA:1" && smdpAddress && matchingId ? { smdpAddress, matchingId } : null;
}

/** Returns URLs that install an eSIM with one tap: for iOS 17.4 and newer, and for Android (domain facts, eSIM). */
export function installLinks(code: string): { readonly ios: string; readonly android: string } {
  const data = encodeURIComponent(code);
  return {
    ios: `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${data}`,
    android: `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=${data}`,
  };
}

/** Returns an ICCID without the `F` that pads 19 digits to 20 characters (GSMA SGP.22 5.2.1). */
export function plainIccid(iccid: string): string {
  return iccid.replace(/F+$/i, "");
}

/** What a phone has done with a profile, in order of progress. */
export const ESIM_PROGRESS = ["downloaded", "installed"] as const;
export type EsimProgress = (typeof ESIM_PROGRESS)[number];

/** Returns the progress of a profile after a report. Reports can arrive in any order, but progress never goes back. */
export function furthest(known: EsimProgress | null, reported: EsimProgress | null): EsimProgress | null {
  const rank = (progress: EsimProgress | null) => (progress === null ? -1 : ESIM_PROGRESS.indexOf(progress));
  return rank(reported) > rank(known) ? reported : known;
}
