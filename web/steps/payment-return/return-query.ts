/** Returns the parameters of the provider's redirect in the form that `/transaction-status` expects. */
export function returnQuery(search: string) {
  const back = new URLSearchParams(search);
  const mac = back.get("RETURNMAC");
  return { checkoutId: back.get("hostedCheckoutId") ?? "", ...(mac !== null && { RETURNMAC: mac }) };
}
