import { atMost, oneOf } from "#server/config/schemas.ts";
import { optional, setting } from "#server/config/setting.ts";
import { numberType, recipientType, smsCentre, smsSender, systemType } from "./schemas.ts";

/** The account at an SMS centre that speaks SMPP 3.4: `SMS_PROVIDER=smpp`. */
export const SMPP = {
  centre: setting("SMPP_URL", smsCentre, {
    about: "the SMS centre, such as `smpp://smsc.example.ch:2775` (`smpps://` with TLS)",
  }),
  systemId: setting("SMPP_SYSTEM_ID", atMost(15), { about: "the system id for binding as transceiver" }),
  password: setting("SMPP_PASSWORD", atMost(8), { secret: true, about: "the password for binding" }),
  sender: setting("SMPP_SENDER", smsSender, {
    about: "the sender: a number, or a name of at most 11 letters",
  }),
  alphabet: setting("SMPP_ALPHABET", oneOf(["gsm7-octets", "latin1", "ucs2"] as const), {
    default: "gsm7-octets",
    about:
      "the centre's default alphabet: `gsm7-octets` (GSM 03.38 in octets), `latin1` or `ucs2`. [Ask the centre's operator](integrations/sms.md)",
  }),
  senderType: optional("SMPP_SENDER_TYPE", numberType, {
    about: "the sender's TON/NPI, such as `3/0` for a short number; otherwise `1/1` for a number, `5/0` for a name",
  }),
  recipientType: setting("SMPP_RECIPIENT_TYPE", recipientType, {
    default: "1/1",
    about: "the recipients' TON/NPI, whose numbers begin with 41: `1/1`, `1/0`, `0/1` or `0/0`",
  }),
  systemType: setting("SMPP_SYSTEM_TYPE", systemType, {
    default: "",
    mayBeEmpty: true,
    about: "the system type for binding, if needed",
  }),
} as const;

declare module "#server/config/options.ts" {
  interface SmsOptions {
    readonly smpp: typeof SMPP;
  }
}
