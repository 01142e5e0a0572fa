import type { Page } from "@playwright/test";

/** Adds a virtual device with a screen lock, such as a phone. With `verified` false, its user fails to unlock it. */
export async function virtualDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async unlocks(isUserVerified: boolean) {
      await client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    async keys() {
      return (await client.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
    },
  };
}
