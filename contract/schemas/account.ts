import * as v from "valibot";
import { ESIM_PROGRESS } from "../../core/order/esim.ts";
import { ORDER_STATES } from "../../core/order/order-states.ts";
import { Code, mayBeAbsent, Text } from "./fields.ts";
import { isStorable } from "../../core/text/storable.ts";

export const SendSmsRequest = v.object({ phone: Text });
export const SendSmsAnswer = v.object({
  code: v.literal("SEND_SMS_TO_USER_SUCCESS"),
  body: v.object({ user: v.object({ userId: v.string(), phoneNumber: v.string() }) }),
});
export const SmsLoginRequest = v.object({ id: Text, code: Text });
export const NetworkAddress = v.object({ url: v.string() });
/** The query with which the network sent the browser back. */
export const NetworkQueryRequest = v.object({ query: v.pipe(v.string(), v.maxLength(8000), v.check(isStorable)) });
export const PasswordLoginRequest = v.object({ username: Text, password: Text });
export const PasswordResetRequest = v.object({ username: Text, token: v.optional(v.nullable(Text)) });
export const PasswordResetConfirmRequest = v.object({ token: Text, password: Text });
export const MeRequest = v.object({ token: v.optional(v.nullable(Text)) });
export const MeAnswer = v.object({
  user: v.object({
    body: v.object({
      user: v.object({ userId: v.string(), contracts: v.array(v.object({ contractType: v.string() })) }),
    }),
  }),
});
/** A login that has not ended. `device`: a coarse name, such as `Firefox, Windows`. Times are ISO 8601. */
const Session = v.object({
  id: v.string(),
  device: v.nullable(v.string()),
  since: v.string(),
  lastUsed: v.string(),
  current: v.pipe(v.boolean(), v.description("the login of this request")),
});
/** `device`: where the passkey was added. */
const Passkey = v.object({
  id: v.string(),
  device: v.nullable(v.string()),
  since: v.string(),
  lastUsed: v.nullable(v.string()),
});
/** An order of the account. `checkoutId` opens it on the thank-you page. */
const AccountOrder = v.object({
  number: v.string(),
  checkoutId: v.string(),
  product: v.string(),
  status: v.picklist(ORDER_STATES),
  esim: v.pipe(v.nullable(v.picklist(ESIM_PROGRESS)), v.description("as in `GET /order`")),
  createdAt: v.string(),
});
export const AccountAnswer = v.object({
  email: v.string(),
  orders: v.pipe(v.array(AccountOrder), v.description("newest first, at most 50")),
  sessions: v.array(Session),
  passkeys: v.array(Passkey),
});
export const EndSessionRequest = v.object({ id: Text });
export const ChangePasswordRequest = v.object({ password: Text, newPassword: Text });
/** What the browser passes to `navigator.credentials`, as JSON (WebAuthn level 3, `parseCreationOptionsFromJSON`). */
export const PasskeyOptions = v.looseObject({ challenge: v.string() });
/** Binary data of an authenticator in base64url. */
const Binary = v.pipe(v.string(), v.maxLength(16_000), v.regex(/^[A-Za-z0-9_-]*$/));
const CREDENTIAL = { id: Binary, rawId: Binary, type: v.literal("public-key") };
/** The browser's result, as JSON (WebAuthn level 3, `toJSON`). Other fields are ignored. */
export const AddPasskeyRequest = v.object({
  ...CREDENTIAL,
  response: v.object({
    clientDataJSON: Binary,
    attestationObject: Binary,
    transports: mayBeAbsent(v.pipe(v.array(Code), v.maxLength(10))),
  }),
});
export const PasskeyLoginRequest = v.object({
  ...CREDENTIAL,
  response: v.object({ clientDataJSON: Binary, authenticatorData: Binary, signature: Binary }),
});
export const RemovePasskeyRequest = v.object({ id: Text });
export const NewCustomerRequest = v.object({
  username: Text,
  password: Text,
  remind: v.pipe(
    v.optional(v.nullable(v.boolean())),
    v.description("the shopper agrees to one reminder by mail, if there is no order"),
  ),
});
export const NewCustomerAnswer = v.object({ body: v.object({ user: v.object({ username: v.string() }) }) });

/**
 * What the browser passes to `navigator.credentials`, as JSON (WebAuthn level 3, `parseCreationOptionsFromJSON`,
 * `parseRequestOptionsFromJSON`).
 */
export const CredentialOptions = v.objectWithRest({ challenge: v.string() }, v.unknown());
export type CredentialOptions = v.InferOutput<typeof CredentialOptions>;
