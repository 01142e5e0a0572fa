import { useTranslations } from "use-intl";
import { call } from "#web/api/call.ts";
import type { ServerErrorCode, WireCode } from "#contract/failures.ts";
import type { Failure } from "#web/api/failure.ts";
import { tidyEmail } from "#core/person/email.ts";
import { useAsk } from "#web/checkout/dialogs/DialogProvider.tsx";
import { useShowFailure } from "#web/checkout/dialogs/use-failures.ts";
import { useCheckout, useCheckoutStore } from "#web/checkout/state/store.tsx";
import { useNavigation } from "#web/checkout/state/navigation.ts";
import type { Draft } from "#web/session/draft.ts";
import { forgetLoginEnd, forgetToken, loginEndedAt, token } from "#web/session/login.ts";
import { namePerson, storeToken } from "#web/session/person.ts";
import { forgetTypedAccount } from "#web/session/typed-account.ts";

/** Error messages under the fields of step 3. */
export type FieldMessages = Readonly<
  Partial<Record<"phone" | "code" | "username" | "password" | "resetUsername", string>>
>;

type Form = { readonly form?: Draft["form"] };

/** Keeps the typed form for the same customer, and clears it for another one. */
function formAfterLogin(account: string, before: string): Form {
  return tidyEmail(account) === tidyEmail(before) ? {} : { form: {} };
}

/**
 * Keeps of a form that an assistant has prepared only the SIM and the number, because customers of the shop have
 * details of their own.
 */
function withoutPerson({ simType, mnp, mnpMsisdn, mnpSubscriptionType, mnpDate, newMsisdn }: Draft["form"]): Form {
  const number = { simType, mnp, mnpMsisdn, mnpSubscriptionType, mnpDate, newMsisdn };
  return { form: Object.fromEntries(Object.entries(number).filter(([, value]) => value !== undefined)) };
}

/**
 * Returns the actions that follow a login or a registration. The kind of customer determines the next step
 * (specification 4).
 */
export function useAfterLogin() {
  const t = useTranslations("account");
  const ask = useAsk();
  const store = useCheckoutStore();
  const { leave, jump } = useNavigation();
  const { account: before } = useCheckout();
  const enter = async (login: string, account: string): Promise<void> => {
    const me = await call("me", { body: { token: login } });
    const business = me.ok && me.value.user.body.user.contracts[0]?.contractType === "Business";
    const back = loginEndedAt();
    forgetLoginEnd();
    forgetTypedAccount();
    const form = before === null ? withoutPerson(store.read().form) : formAfterLogin(account, before);
    store.remember({ account, business, ...form });
    if (!business) return back ? jump(back) : leave("3");
    await ask({
      title: t("businessTitle"),
      text: t("businessAccount"),
      tone: "warn",
      answers: [{ key: "ok", label: t("continue") }],
    });
    jump("5");
  };
  const registered = (account: string): void => {
    forgetToken();
    forgetLoginEnd();
    forgetTypedAccount();
    store.remember({ account, business: false, ...(before === null ? {} : formAfterLogin(account, before)) });
    leave("3");
  };
  return {
    async loggedIn(login: string, account: string): Promise<void> {
      storeToken(login, account);
      await enter(login, account);
    },
    /** Fetches the account's e-mail address from the server, for a login that does not contain it. */
    async loggedInUnnamed(login: string): Promise<void> {
      storeToken(login, "");
      const own = await call("account", {});
      const account = own.ok ? own.value.email : (before ?? "");
      namePerson(account);
      await enter(login, account);
    },
    registered,
    /** Continues as the known customer, who has logged in, or has registered in this checkout. */
    async continueAs(email: string): Promise<void> {
      const login = token();
      // After a login by text message, the phone number identifies the customer.
      const named = before !== null && !before.includes("@") ? before : email;
      if (login === null) registered(email);
      else await enter(login, named);
    },
  };
}

/**
 * Returns a function that handles a failed account call (specification 8). It resolves to error messages for fields,
 * and shows any other failure in a dialog. `lines` maps error codes to fields.
 */
export function useAccountFailure(lines: {
  readonly [Code in WireCode | ServerErrorCode]?: { readonly field: keyof FieldMessages; readonly text?: string };
}) {
  const t = useTranslations("account");
  const common = useTranslations("common");
  const ask = useAsk();
  const showFailure = useShowFailure();
  return async (failure: Failure): Promise<FieldMessages> => {
    if (failure.kind === "fieldErrors") return failure.errors;
    if (failure.kind === "coded") {
      const line = lines[failure.code];
      if (line) return { [line.field]: line.text ?? failure.message };
    }
    // An error of one word is a code of this server.
    const sentence = failure.kind === "fault" && failure.said?.includes(" ") ? failure.said : "";
    const said = failure.kind === "message" ? failure.message : sentence;
    if (said !== "") {
      await ask({
        title: t("alertTitle"),
        text: said,
        tone: "warn",
        answers: [{ key: "ok", label: common("close") }],
      });
      return {};
    }
    await showFailure(failure);
    return {};
  };
}
