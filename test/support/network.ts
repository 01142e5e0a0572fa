import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { NETWORK } from "#simulator/network/camara.ts";

/** The settings of a shop that asks the simulated network. */
export const networkSettings = (url: string, more: Readonly<Record<string, string>> = {}) => ({
  NETWORK: "camara",
  NETWORK_URL: url,
  NETWORK_TOKEN_URL: `${url}/token`,
  NETWORK_CLIENT_ID: NETWORK.clientId,
  NETWORK_CLIENT_SECRET: NETWORK.clientSecret,
  ...more,
});

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: { int32: true, date: /^\d{4}-\d{2}-\d{2}$/, email: true },
});
for (const file of ["sim-swap", "number-verification", "kyc-fill-in", "kyc-match", "kyc-age-verification"]) {
  const { $defs } = JSON.parse(readFileSync(`test/network/published/${file}.json`, "utf8")) as { $defs: object };
  ajv.addSchema({ $id: file, $defs });
}

type SchemaName =
  | `sim-swap#/$defs/${"XCorrelator" | "CheckSimSwapInfo" | "CreateCheckSimSwap" | "ErrorInfo"}`
  | `number-verification#/$defs/${"XCorrelator" | "NumberVerificationShareResponse" | "ErrorInfo"}`
  | `kyc-fill-in#/$defs/${"XCorrelator" | "KYC_FillinRequest" | "KYC_FillinResponse" | "ErrorInfo"}`
  | `kyc-match#/$defs/${"XCorrelator" | "KYC_MatchRequestBody" | "KYC_MatchResponse" | "ErrorInfo"}`
  | `kyc-age-verification#/$defs/${"XCorrelator" | "VerifyRequestBody" | "VerifyResponseBody" | "ErrorInfo"}`;

/** Returns what is wrong with a value by a schema of CAMARA's own files; empty if nothing is. */
export function camaraMistakes(name: SchemaName, value: unknown): readonly string[] {
  const validate = ajv.compile({ $ref: name });
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message = "" }) => `${instancePath} ${message}`);
}
