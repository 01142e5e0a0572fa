import * as v from "valibot";
import { Text } from "./common.ts";

export const SendSmsRequest = v.object({ phone: Text });
export const SendSmsAnswer = v.object({
  code: v.literal("SEND_SMS_TO_USER_SUCCESS"),
  body: v.object({ user: v.object({ userId: v.string(), phoneNumber: v.string() }) }),
});
export const SmsLoginRequest = v.object({ id: Text, code: Text });
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
/** A login that has not ended. `device` is a coarse name, such as `Firefox, Windows`. Times are ISO 8601. */
const Session = v.object({
  id: v.string(),
  device: v.nullable(v.string()),
  since: v.string(),
  lastUsed: v.string(),
  current: v.pipe(v.boolean(), v.description("the login of this request")),
});
export const AccountAnswer = v.object({ email: v.string(), sessions: v.array(Session) });
export const EndSessionRequest = v.object({ id: Text });
export const ChangePasswordRequest = v.object({ password: Text, newPassword: Text });
export const NewCustomerRequest = v.object({ username: Text, password: Text });
export const NewCustomerAnswer = v.object({ body: v.object({ user: v.object({ username: v.string() }) }) });
