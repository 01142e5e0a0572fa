import * as v from "valibot";
import { AddPasskeyRequest, PasskeyLoginRequest } from "../schemas/account.ts";
import { isStorable } from "../schemas/common.ts";
import { line, type DeskCall } from "./call.ts";
import type { DeskCallName } from "./paths.ts";

/** Text as it was sent, of so many characters at most. */
const sent = (max: number) => v.pipe(v.string(), v.maxLength(max), v.check(isStorable));
const secret = sent(200);
const password = sent(1000);

/** The calls by which people log in and out, and manage their password, passkeys and logins. */
export const LOGIN_CALLS = {
  me: { about: "Who is logged in, and what they may do", who: "person", query: null, body: null, fails: [] },
  loginWay: {
    about: "Whether people log in at a provider, or with a password and passkeys",
    who: "anybody",
    query: null,
    body: null,
    fails: [],
  },
  login: {
    about: "Log in with e-mail and password; sets the cookie, unless the person has a passkey",
    who: "anybody",
    withoutProvider: true,
    query: null,
    body: v.object({ email: line(254), password }),
    fails: ["loginWrong", "passkeyNeeded", "tooMany"],
  },
  passkeyLoginOptions: {
    about: "The challenge for a login with a passkey; it names no person",
    who: "anybody",
    withoutProvider: true,
    query: null,
    body: v.object({}),
    fails: ["tooMany"],
  },
  passkeyLogin: {
    about: "Log in with a passkey, alone or after the password; sets the cookie",
    who: "anybody",
    withoutProvider: true,
    query: null,
    body: PasskeyLoginRequest,
    fails: ["passkeyRefused", "tooMany"],
  },
  beginProviderLogin: {
    about: "Start a login at the provider: the browser goes to `url`; `page` is where it should return to",
    who: "anybody",
    query: null,
    body: v.object({ page: v.optional(sent(1000), "") }),
    fails: ["noProvider", "providerDown", "tooMany"],
  },
  providerReturn: {
    about: "Where the provider sends the browser back; sets the cookie, and forwards to a page of the desk",
    who: "anybody",
    from: "navigation",
    query: v.objectWithRest(
      { code: v.optional(sent(10_000)), state: v.optional(sent(10_000)), error: v.optional(sent(10_000)) },
      v.string(),
    ),
    body: null,
    fails: [
      "noProvider",
      "loginLapsed",
      "providerDenied",
      "identityInvalid",
      "noRole",
      "personDisabled",
      "providerDown",
    ],
  },
  providerLogout: {
    about: "The provider reports that a login has ended (back-channel logout)",
    who: "anybody",
    from: "provider",
    query: null,
    body: v.object({ logout_token: sent(10_000) }),
    fails: ["noProvider", "logoutTokenWrong", "providerDown", "tooMany"],
  },
  logout: {
    about: "End this login; unless `provider` is null, the browser goes there to end the login at the provider as well",
    who: "person",
    beforePasskey: true,
    query: null,
    body: v.object({}),
    fails: [],
  },
  invitation: {
    about: "Who an invitation is for",
    who: "anybody",
    withoutProvider: true,
    query: null,
    body: v.object({ secret }),
    fails: ["invitationDead", "tooMany"],
  },
  acceptInvitation: {
    about: "Choose a password with an invitation, once, and log in",
    who: "anybody",
    withoutProvider: true,
    query: null,
    body: v.object({ secret, password }),
    fails: ["invitationDead", "passwordWeak", "tooMany"],
  },
  changePassword: {
    about: "Change your own password; ends your other logins",
    who: "person",
    withoutProvider: true,
    query: null,
    body: v.object({ password, newPassword: password }),
    fails: ["passwordWrong", "passwordWeak", "tooMany"],
  },
  passkeys: {
    about: "Your own passkeys",
    who: "person",
    withoutProvider: true,
    query: null,
    body: null,
    fails: [],
  },
  passkeyOptions: {
    about: "The options with which the browser creates a passkey",
    who: "person",
    withoutProvider: true,
    beforePasskey: true,
    query: null,
    body: v.object({}),
    fails: ["loginTooOld"],
  },
  addPasskey: {
    about: "Add a passkey; ends your logins that were begun without one",
    who: "person",
    withoutProvider: true,
    beforePasskey: true,
    query: null,
    body: AddPasskeyRequest,
    fails: ["loginTooOld", "passkeyRefused"],
  },
  removePasskey: {
    about: "Remove one of your own passkeys",
    who: "person",
    withoutProvider: true,
    query: null,
    body: v.object({}),
    fails: ["loginTooOld", "lastPasskey", "notFound"],
  },
  logins: { about: "Your own logins that have not ended", who: "person", query: null, body: null, fails: [] },
  endLogin: {
    about: "End one of your own logins",
    who: "person",
    query: null,
    body: v.object({}),
    fails: ["loginTooOld", "notFound"],
  },
  endOtherLogins: {
    about: "End all of your own logins but this one",
    who: "person",
    query: null,
    body: v.object({}),
    fails: ["loginTooOld"],
  },
} as const satisfies Partial<Record<DeskCallName, DeskCall>>;
