import type { Probe, Settings } from "#test/simulator/probes.ts";

/** Asks the e-ID's verifier for the name and birth date of a Beta-ID; returns its answer. */
export function askForBetaId(settings: Settings, more: object = {}): Promise<Response> {
  return fetch(`${settings["EID_URL"]}/management/api/verifications`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      accepted_issuer_dids: [settings["EID_ISSUERS"]],
      jwt_secured_authorization_request: true,
      response_mode: "direct_post",
      dcql_query: {
        credentials: [
          {
            id: "person",
            format: "dc+sd-jwt",
            meta: { vct_values: ["betaid-sdjwt"] },
            claims: [{ path: ["family_name"] }, { path: ["given_name"] }, { path: ["birth_date"] }],
            require_cryptographic_holder_binding: true,
          },
        ],
      },
      ...more,
    }),
  });
}

export const PROBES: Readonly<Record<string, Probe>> = {
  async verifier(settings, act) {
    const asked = await askForBetaId(settings);
    await act("nora", ((await asked.json()) as { id: string }).id);
  },
};
