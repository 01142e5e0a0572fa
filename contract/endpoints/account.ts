import * as account from "../schemas/account.ts";
import * as common from "../schemas/common.ts";
import type { Endpoint } from "./endpoint.ts";

/** The calls that log in and register. */
export const ACCOUNT = {
  sendSms: {
    summary: "Send a login code by text message",
    description:
      "For existing customers with a Swiss mobile number. The code is valid for five minutes and five tries.",
    fails: ["smsUnknown", "smsNotSent", "invalidFields"],
    checkout: "optional",
    body: account.SendSmsRequest,
    answer: account.SendSmsAnswer,
    form: "also",
  },
  smsLogin: {
    summary: "Log in with the code",
    description:
      "`id` is the `userId` from the answer of `/send-sms`. The header `checkoutId` binds the customer to that checkout.",
    fails: ["smsCodeWrong", "invalidFields"],
    checkout: "optional",
    body: account.SmsLoginRequest,
    answer: common.BodyToken,
    form: "also",
  },
  passwordLogin: {
    summary: "Log in with e-mail and password",
    description:
      "The answer does not say whether the account exists. The header `checkoutId` binds the customer to that checkout.",
    fails: ["passwordWrong", "invalidFields"],
    checkout: "optional",
    body: account.PasswordLoginRequest,
    answer: common.BodyToken,
    form: "also",
  },
  passwordReset: {
    summary: "Mail a link to set a new password",
    description: "The answer is the same whether the account exists or not.",
    fails: ["invalidFields"],
    checkout: "optional",
    body: account.PasswordResetRequest,
    answer: common.Message,
    form: "also",
  },
  passwordResetConfirm: {
    summary: "Set the new password with the mailed link",
    description:
      "The link works once, within one hour. Ends every login and passkey of the account. An empty password asks whether the link works: 422 if it does.",
    fails: ["resetLinkDead", "invalidFields"],
    checkout: "optional",
    body: account.PasswordResetConfirmRequest,
    answer: common.Message,
  },
  me: {
    summary: "Who the token belongs to",
    description: "The token may come in the body or as Bearer.",
    fails: ["loginNeeded"],
    checkout: "optional",
    body: account.MeRequest,
    answer: account.MeAnswer,
  },
  account: {
    summary: "The account of who is logged in, with its logins",
    description: "The newest login first. A login is listed until it is ended or expires.",
    fails: ["loginNeeded"],
    bearer: "account",
    checkout: "optional",
    body: null,
    answer: account.AccountAnswer,
  },
  logout: {
    summary: "Log out",
    description: "Ends the token of this request. Safe to repeat, with any token.",
    fails: [],
    bearer: "account",
    checkout: "optional",
    body: common.Nothing,
    answer: common.Ok,
  },
  endSession: {
    summary: "End one login of the account",
    description:
      "`id` is from `/account`. A login that has ended already is no failure. The caller's login must not be older than 30 minutes.",
    fails: ["loginNeeded", "loginTooOld"],
    bearer: "account",
    checkout: "optional",
    body: account.EndSessionRequest,
    answer: common.Ok,
  },
  endOtherSessions: {
    summary: "End every login of the account but this one",
    description: "Customers use it when a device was lost. The caller's login must not be older than 30 minutes.",
    fails: ["loginNeeded", "loginTooOld"],
    bearer: "account",
    checkout: "optional",
    body: common.Nothing,
    answer: common.Ok,
  },
  changePassword: {
    summary: "Change the password",
    description:
      "Needs the present password. Ends every other login and every link for a new password, and a mail tells the owner.",
    fails: ["loginNeeded", "invalidFields", "tooMany"],
    bearer: "account",
    checkout: "optional",
    body: account.ChangePasswordRequest,
    answer: common.Message,
  },
  passkeyOptions: {
    summary: "Begin to add a passkey",
    description:
      "Options for the browser, with a challenge that is valid for five minutes and once. The login must not be older than 30 minutes.",
    fails: ["loginNeeded", "loginTooOld"],
    bearer: "account",
    checkout: "optional",
    body: common.Nothing,
    answer: account.PasskeyOptions,
  },
  addPasskey: {
    summary: "Add a passkey with the browser's answer",
    description: "The authenticator has to verify its user. At most ten passkeys; a mail tells the owner.",
    fails: ["passkeyRefused", "loginNeeded", "loginTooOld"],
    bearer: "account",
    checkout: "optional",
    body: account.AddPasskeyRequest,
    answer: common.Ok,
  },
  removePasskey: {
    summary: "Remove a passkey",
    description: "`id` is from `/account`. A passkey that was removed already is no failure. A mail tells the owner.",
    fails: ["loginNeeded", "loginTooOld"],
    bearer: "account",
    checkout: "optional",
    body: account.RemovePasskeyRequest,
    answer: common.Ok,
  },
  passkeyLoginOptions: {
    summary: "Begin a login with a passkey",
    description:
      "Options for the browser, with a challenge that is valid for five minutes and once. They name no account.",
    fails: [],
    checkout: "optional",
    body: common.Nothing,
    answer: account.PasskeyOptions,
  },
  passkeyLogin: {
    summary: "Log in with a passkey",
    description: "The header `checkoutId` binds the customer to that checkout.",
    fails: ["passkeyRefused", "tooMany"],
    checkout: "optional",
    body: account.PasskeyLoginRequest,
    answer: common.BodyToken,
  },
  newCustomer: {
    summary: "Register in this checkout",
    description: "Binds e-mail and password to the checkout. `/create-customer` creates the account itself.",
    fails: ["emailTaken", "checkoutUnknown", "stepRefused", "invalidFields"],
    checkout: "needed",
    body: account.NewCustomerRequest,
    answer: account.NewCustomerAnswer,
  },
} as const satisfies Record<string, Endpoint>;
