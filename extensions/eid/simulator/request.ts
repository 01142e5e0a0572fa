import { anything, both, distinct, either, flag, index, nullOr, object, some, text, texts } from "./checks.ts";

/** The fields that the verifier reads from a DcqlCredentialDto. */
export type CredentialQuery = {
  readonly id: string;
  readonly format: string;
  readonly meta: { readonly vct_values: readonly string[] };
  readonly claims?: readonly {
    readonly path: readonly (string | number | null)[];
    readonly values?: readonly unknown[] | null;
  }[];
};
/** The fields that the verifier reads from a CreateVerificationManagement. */
export type CreateRequest = {
  readonly accepted_issuer_dids?: readonly string[] | null;
  readonly configuration_override?: { readonly external_url?: string | null; readonly verifier_did?: string | null };
  readonly dcql_query: { readonly credentials: readonly CredentialQuery[] };
};

const ID = text(/^[a-zA-Z0-9_-]+$/);
const HTTPS = text(/^https:\/\/.*/);
const FILLED = text(/^[^]+$/);
/** Texts by language, each of at most `length` characters, with a `default` for other languages. */
const localised = (length: number) => both(texts(new RegExp(`^[^]{0,${length}}$`)), object({ default: text(/\S/) }));

/** DcqlClaimDto. Each segment of a path is a name, an index, or null for every element. */
const CLAIM = object({ path: some(nullOr(either(text(), index))) }, { id: ID, values: nullOr(some(anything)) });

/** DcqlCredentialDto. `vct_values` is required for the only supported format, dc+sd-jwt. */
const CREDENTIAL = object(
  {
    id: ID,
    format: FILLED,
    meta: object({ vct_values: some(text()) }, { type_values: some(some(text())), doctype_value: text() }),
  },
  { claims: distinct(CLAIM), require_cryptographic_holder_binding: flag },
);

const OVERRIDE = object(
  {},
  {
    external_url: nullOr(HTTPS),
    ...Object.fromEntries(
      ["verifier_did", "verification_method", "key_id", "key_pin"].map((name) => [name, nullOr(text())]),
    ),
    client_metadata: nullOr(texts()),
  },
);

/** CreateVerificationManagement. */
const CREATE = object(
  {
    dcql_query: object(
      { credentials: distinct(CREDENTIAL) },
      // The verifier does not support credential sets yet.
      { credential_sets: (value, at) => (Array.isArray(value) && value.length === 0 ? [] : [`${at}: not supported`]) },
    ),
  },
  {
    accepted_issuer_dids: nullOr(some(text())),
    trust_anchors: nullOr(some(object({ did: FILLED, trust_registry_uri: HTTPS }))),
    jwt_secured_authorization_request: flag,
    response_mode: text(/^direct_post(?:\.jwt)?$/),
    configuration_override: OVERRIDE,
    verification_purpose: object({
      scope: FILLED,
      purpose_name: localised(50),
      purpose_description: localised(500),
    }),
  },
);

/** Checks and returns the body of a verification request, or returns its errors. */
export function readRequest(body: unknown): { readonly request: CreateRequest } | { readonly mistake: string } {
  const mistakes = CREATE(body, "");
  if (mistakes.length > 0) return { mistake: mistakes.toSorted().join(", ") };
  const request = body as CreateRequest & { readonly trust_anchors?: unknown };
  // The verifier's docs/verification_process.md: at least one of the two must be set.
  if (request.accepted_issuer_dids ?? request.trust_anchors) return { request };
  return { mistake: "accepted_issuer_dids or trust_anchors must be set" };
}
