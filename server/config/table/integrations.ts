import { certificateWithKey } from "../key-schemas.ts";
import {
  numberType,
  profileType,
  recipientType,
  smdpAddress,
  smsCentre,
  smsSender,
  systemType,
  twilioSender,
  twilioSid,
} from "../message-schemas.ts";
import {
  atMost,
  dids,
  either,
  oneOf,
  secretText,
  smtpAddress,
  text,
  webAddress,
  webhookAddress,
  wholeNumber,
} from "../schemas.ts";
import { choice, optional, setting } from "../setting.ts";

/** The shop's certificate for calls to a system that asks for one (mutual TLS). */
const clientCertificate = (prefix: string, what: string) =>
  optional(`${prefix}_CERT`, certificateWithKey, {
    secret: true,
    about: `the client certificate for ${what} (mutual TLS) and its private key, one after the other in PEM form`,
  });

/** Texts and mails. */
export const MESSAGES = {
  sms: choice(
    "SMS_PROVIDER",
    {
      sandbox: {},
      none: {},
      smpp: {
        centre: setting("SMPP_URL", smsCentre, {
          about: "the SMS centre, such as `smpp://smsc.example.ch:2775` (`smpps://` with TLS)",
        }),
        systemId: setting("SMPP_SYSTEM_ID", atMost(15), { about: "the system id for binding as transceiver" }),
        password: setting("SMPP_PASSWORD", atMost(8), { secret: true, about: "the password for binding" }),
        sender: setting("SMPP_SENDER", smsSender, {
          about: "the sender of texts: a number, or a name of at most 11 letters",
        }),
        alphabet: setting("SMPP_ALPHABET", oneOf(["gsm7-octets", "latin1", "ucs2"] as const), {
          default: "gsm7-octets",
          about:
            "the encoding of texts: `gsm7-octets` where the centre's default alphabet is GSM 03.38 in octets, `latin1`, or `ucs2`. The wrong one turns `@` and `ü` into other letters: ask the centre's operator, see [integrations/sms.md](integrations/sms.md). Texts with other letters are sent as UCS-2",
        }),
        senderType: optional("SMPP_SENDER_TYPE", numberType, {
          about:
            "the sender's type of number and numbering plan (TON/NPI), such as `3/0` for a short number; without it `1/1` for a number, `5/0` for a name",
        }),
        recipientType: setting("SMPP_RECIPIENT_TYPE", recipientType, {
          default: "1/1",
          about: "the same of recipients, whose numbers always begin with 41: `1/1`, `1/0`, `0/1` or `0/0`",
        }),
        systemType: setting("SMPP_SYSTEM_TYPE", systemType, {
          default: "",
          mayBeEmpty: true,
          about: "the system type for binding, if the centre asks for one",
        }),
      },
      twilio: {
        url: setting("TWILIO_URL", webAddress, {
          default: "https://api.twilio.com",
          about: "the address of Twilio's REST API",
        }),
        accountSid: setting("TWILIO_ACCOUNT_SID", twilioSid("AC"), { about: "the account there" }),
        apiKey: setting("TWILIO_KEY_SID", twilioSid("SK", "AC"), {
          about: "an API key of the account, or the account itself, whose secret is its auth token",
        }),
        apiSecret: setting("TWILIO_KEY_SECRET", text, { secret: true, about: "the secret of the API key" }),
        sender: setting("TWILIO_SENDER", twilioSender, {
          about:
            "the sender of texts: a number such as `+41…`, a name of at most 11 letters, or a messaging service (`MG…`)",
        }),
      },
    },
    {
      about:
        "`smpp` sends texts by SMPP 3.4 to an SMS centre, `twilio` by HTTP, see [integrations/sms.md](integrations/sms.md); the sandbox lists them at `/sandbox/messages`; `none`: no texts are sent, also as a stop against SMS pumping, and people log in by password",
    },
  ),
  mail: choice(
    "MAIL_PROVIDER",
    {
      sandbox: {},
      smtp: {
        url: setting("SMTP_URL", smtpAddress, {
          secret: true,
          about: "the mail server, such as `smtps://user:password@mail.example.ch`",
        }),
      },
    },
    { about: "`smtp` sends real mail; the sandbox lists it at `/sandbox/messages`" },
  ),
} as const;

/** The operator's own systems. */
export const OPERATOR_SYSTEMS = {
  customers: choice(
    "CUSTOMER_BASE",
    {
      sandbox: {},
      http: {
        url: setting("CUSTOMER_BASE_URL", webAddress, { about: "the address of the operator's systems" }),
        secret: setting("CUSTOMER_BASE_SECRET", text, { secret: true, about: "the Bearer token" }),
        certificate: clientCertificate("CUSTOMER_BASE", "the operator's systems"),
      },
    },
    { about: "`http` calls the operator's systems, as described in [operator-systems.md](operator-systems.md)" },
  ),
  handover: choice(
    "ORDER_HANDOVER",
    {
      sandbox: {},
      webhook: {
        url: setting("ORDER_WEBHOOK_URL", webhookAddress, { about: "the address that events are posted to" }),
        secret: setting("ORDER_WEBHOOK_SECRET", text, { secret: true, about: "the key that signs them (HMAC-SHA256)" }),
        certificate: clientCertificate("ORDER_WEBHOOK", "the hand-over"),
      },
    },
    { about: "`webhook` posts signed TMF622 events; the sandbox lists orders at `/sandbox/orders`" },
  ),
  numberPool: choice(
    "NUMBER_POOL",
    {
      none: {},
      tmf685: {
        url: setting("NUMBER_POOL_URL", webAddress, {
          about: "the address of the operator's resource pool management, without `/reservation`",
        }),
        secret: setting("NUMBER_POOL_SECRET", text, { secret: true, about: "the Bearer token" }),
        certificate: clientCertificate("NUMBER_POOL", "the number pool"),
        pool: setting("NUMBER_POOL_ID", text, { about: "the pool from which numbers are reserved" }),
        low: setting("NUMBER_POOL_LOW", wholeNumber(1, 100_000), {
          default: "500",
          about: "when fewer numbers than this are on offer, this many are requested",
        }),
      },
    },
    {
      about:
        "`tmf685` requests new numbers to choose from in the operator's system, see [numbers.md](numbers.md); with `none` they come from files (`kasse numbers load`), or there are none to choose from",
      namedInProduction: false,
    },
  ),
  eid: choice(
    "EID",
    {
      off: {},
      swiyu: {
        url: setting("EID_URL", webAddress, {
          about: "the address of your swiyu verifier, which only your own systems can reach, without `/management/…`",
        }),
        webhookKey: setting("EID_WEBHOOK_KEY", secretText, {
          secret: true,
          about:
            "the verifier sends it with its webhook: `WEBHOOK_API_KEY_HEADER=Authorization` there, and `WEBHOOK_API_KEY_VALUE=Bearer …`",
        }),
        issuers: setting("EID_ISSUERS", dids, {
          about: "the issuers whose credentials are accepted: DIDs, separated by commas",
        }),
        type: setting("EID_TYPE", text, {
          default: "betaid-sdjwt",
          about: "the type of the credential (`vct`); by default that of the Beta-ID",
        }),
        replacesPicture: setting("EID_REPLACES_PICTURE", either("on", "off"), {
          default: "off",
          about:
            "`on`: shoppers who identify with an e-ID send no picture of a document. Only if the ordinance (VÜPF Art. 20a) allows it by then: ask your lawyer",
        }),
      },
    },
    {
      about:
        "`swiyu`: shoppers may identify with the Swiss e-ID, by your own verifier, see [integrations/eid.md](integrations/eid.md)",
      namedInProduction: false,
    },
  ),
  esim: choice(
    "ESIM_PROVIDER",
    {
      sandbox: {},
      none: {},
      es2plus: {
        url: setting("ES2PLUS_URL", webAddress, { about: "the address of the SM-DP+, without `/gsma/…`" }),
        requester: setting("ES2PLUS_REQUESTER", text, { about: "the operator's identifier there" }),
        smdpAddress: setting("ES2PLUS_SMDP_ADDRESS", smdpAddress, {
          about: "the host in activation codes if the SM-DP+ returns none",
        }),
        profileType: setting("ES2PLUS_PROFILE_TYPE", profileType, {
          about: "the profile type at the SM-DP+ of every tariff that has no `esimProfile` in the catalogue",
        }),
        orderBy: setting("ES2PLUS_ORDER_BY", oneOf(["type", "iccid"] as const), {
          default: "type",
          about:
            "`type`: the SM-DP+ picks a profile of the type; `iccid`: Kasse chooses one that was loaded with `kasse esims load`, so that a lost answer never costs a profile",
        }),
        finalStatus: setting("ES2PLUS_CANCELLED_PROFILES", oneOf(["Unavailable", "Available"] as const), {
          default: "Unavailable",
          about: "the state of a profile after its order is cancelled: `Available` can be ordered again",
        }),
        notificationSecret: optional("ES2PLUS_NOTIFICATION_SECRET", secretText, {
          secret: true,
          about:
            "the Bearer token of progress notifications (`/public-api/gsma/rsp2/es2plus/handleDownloadProgressInfo`); without it none is accepted",
        }),
        certificate: clientCertificate("ES2PLUS", "ES2+"),
      },
    },
    {
      about:
        "`es2plus` orders profiles at an SM-DP+ (GSMA ES2+), see [integrations/esim.md](integrations/esim.md). `none`: SIM cards only",
    },
  ),
} as const;
