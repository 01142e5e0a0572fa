import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { displayPhone, normalisePhone } from "#core/phone-numbers/phone.ts";
import { groupedPhone, withoutCountryCode } from "#core/phone-numbers/typed-phone.ts";
import { phoneMistake } from "#core/phone-numbers/phone-mistake.ts";
import { call } from "#web/api/call.ts";
import { useBusy } from "#web/checkout/state/busy.tsx";
import { TextButton } from "#web/kit/Button.tsx";
import { focusField } from "#web/kit/focus-field.ts";
import { TextField } from "#web/kit/TextField.tsx";
import type { AccountInputs } from "./inputs.ts";
import type { LoginMethod } from "./PasswordLogin.tsx";
import { useAccountFailure, useAfterLogin, type FieldMessages } from "./use-account.ts";
import styles from "./account.module.css";

/**
 * Returns the login by text message, which asks for the phone number, then for the code. `onSimSwapped`: called with
 * the server's sentence if the code is right, but the number alone is not proof enough.
 */
export function useSmsLogin(inputs: AccountInputs, onSimSwapped: (message: string) => void): LoginMethod {
  const t = useTranslations("account");
  const tFields = useTranslations("fields");
  const busy = useBusy();
  const { loggedIn } = useAfterLogin();
  const toFieldLines = useAccountFailure({
    SEND_SMS_TO_USER_FAILED_USER_DOESNT_EXIST: { field: "phone" },
    SMS_LOGIN_USER_FAILED_INVALID_CODE: { field: "code" },
  });
  const { phone, code, sent, update } = inputs;
  const [lines, setLines] = useState<FieldMessages>({});

  // When one field replaces the other, focuses the new one, but not when the form is mounted.
  const sentBefore = useRef(sent);
  useEffect(() => {
    if (sent === sentBefore.current) return;
    sentBefore.current = sent;
    focusField(sent ? "code" : "phone");
  }, [sent]);
  const refuse = (next: FieldMessages) => {
    setLines(next);
    focusField(next.code ? "code" : "phone");
  };

  const sendCode = async () => {
    const mistake = phoneMistake(phone);
    if (mistake) return refuse({ phone: tFields(mistake === "missing" ? "empty.mobilePhone" : `phone.${mistake}`) });
    const result = await busy.once(() => call("sendSms", { body: { phone: normalisePhone(phone) }, anonymous: true }));
    if (!result) return;
    if (!result.ok) return refuse(await toFieldLines(result.failure));
    const { userId, phoneNumber } = result.value.body.user;
    setLines({});
    update({ code: "", sent: { id: userId, to: phoneNumber } });
  };
  const logIn = async (id: string) => {
    if (code.trim() === "") return refuse({ code: tFields("empty.code") });
    await busy.once(async () => {
      const result = await call("smsLogin", { body: { id, code: code.trim() }, anonymous: true });
      if (result.ok) return loggedIn(result.value.body.token, displayPhone(normalisePhone(phone)));
      const { failure } = result;
      if (failure.kind === "coded" && failure.code === "SMS_LOGIN_USER_FAILED_SIM_SWAPPED") {
        setLines({});
        onSimSwapped(failure.message);
      } else refuse(await toFieldLines(failure));
    });
  };

  return {
    label: sent ? t("login") : t("sendCode"),
    wrong: Object.keys(lines).length > 0,
    submit: () => (sent ? logIn(sent.id) : sendCode()),
    fields: sent ? (
      <>
        <TextField
          name="code"
          label={t("code")}
          hint={t("codeSent", { phone: displayPhone(sent.to) })}
          error={lines.code}
          value={code}
          onChange={(event) => {
            update({ code: event.currentTarget.value });
            setLines({});
          }}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
        <div className={styles.links}>
          <TextButton onClick={() => void sendCode()}>{t("sendAgain")}</TextButton>
          <TextButton
            onClick={() => {
              update({ sent: null });
              setLines({});
            }}
          >
            {t("otherPhone")}
          </TextButton>
        </div>
      </>
    ) : (
      <TextField
        name="phone"
        label={t("phone")}
        hint={t("phoneHint")}
        error={lines.phone}
        value={phone}
        onChange={(event) => {
          update({ phone: withoutCountryCode(event.currentTarget.value) });
          setLines({});
        }}
        onBlur={() => update({ phone: groupedPhone(phone) })}
        before={<span aria-hidden="true">+41</span>}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="784XXXXXX"
      />
    ),
  };
}
