import {
  certificate,
  either,
  privateKey,
  seconds,
  smdpAddress,
  smsCentre,
  smsSender,
  smtpAddress,
  text,
  webAddress,
  webhookAddress,
} from "../schemas.ts";
import { choice, setting, together } from "../setting.ts";

/** Texts and mails. */
export const MESSAGES = {
  /** The stop switch against SMS pumping. */
  smsSending: setting("SMS_SENDING", either("on", "off"), {
    default: "on",
    about: "`off` stops all texts (SMS pumping); logging in by password goes on",
  }),
  sms: choice(
    "SMS_PROVIDER",
    {
      sandbox: {},
      smpp: {
        centre: setting("SMPP_URL", smsCentre, {
          about: "the SMS centre, such as `smpp://smsc.example.ch:2775` (`smpps://` with TLS)",
        }),
        systemId: setting("SMPP_SYSTEM_ID", text, { about: "who binds there as transceiver" }),
        password: setting("SMPP_PASSWORD", text, { secret: true, about: "the password of the bind" }),
        sender: setting("SMPP_SENDER", smsSender, {
          about: "who texts are from: a number, or a name of at most 11 letters",
        }),
        timeoutMs: setting("SMPP_TIMEOUT_SECONDS", seconds(1, 60), {
          default: "5",
          about: "how many seconds the centre may take to answer",
        }),
        enquireMs: setting("SMPP_ENQUIRE_SECONDS", seconds(1, 600), {
          default: "30",
          about: "after how many quiet seconds the connection is checked",
        }),
      },
    },
    { about: "`smpp` sends texts by SMPP 3.4 to an SMS centre; the sandbox lists them at `/sandbox/messages`" },
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
        url: setting("CUSTOMER_BASE_URL", webAddress, { about: "where the operator's systems are" }),
        secret: setting("CUSTOMER_BASE_SECRET", text, { secret: true, about: "the Bearer secret" }),
        timeoutMs: setting("CUSTOMER_BASE_TIMEOUT_SECONDS", seconds(1, 30), {
          default: "3",
          about: "how many seconds one try may take",
        }),
      },
    },
    { about: "`http` asks the operator's systems, as [operator-systems.md](operator-systems.md) describes" },
  ),
  handover: choice(
    "ORDER_HANDOVER",
    {
      sandbox: {},
      webhook: {
        url: setting("ORDER_WEBHOOK_URL", webhookAddress, { about: "where the events are posted" }),
        secret: setting("ORDER_WEBHOOK_SECRET", text, { secret: true, about: "the key that signs them (HMAC-SHA256)" }),
      },
    },
    { about: "`webhook` posts signed TMF622 events; the sandbox lists orders at `/sandbox/orders`" },
  ),
  esim: choice(
    "ESIM_PROVIDER",
    {
      sandbox: {},
      es2plus: {
        url: setting("ES2PLUS_URL", webAddress, { about: "the SM-DP+, without `/gsma/…`" }),
        requester: setting("ES2PLUS_REQUESTER", text, { about: "the operator's identifier there" }),
        smdpAddress: setting("ES2PLUS_SMDP_ADDRESS", smdpAddress, {
          about: "the host in activation codes where the SM-DP+ names none",
        }),
        certificate: together({
          cert: setting("ES2PLUS_CERT", certificate, {
            secret: true,
            about: "the client certificate that ES2+ asks for (mutual TLS), in PEM form",
          }),
          key: setting("ES2PLUS_KEY", privateKey, { secret: true, about: "its private key, in PEM form" }),
        }),
      },
    },
    {
      about: "`es2plus` orders profiles at an SM-DP+ (GSMA ES2+); the profile type is the tariff's code",
    },
  ),
} as const;
