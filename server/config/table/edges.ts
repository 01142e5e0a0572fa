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
  /** The emergency stop against SMS pumping. */
  smsSending: setting("SMS_SENDING", either("on", "off"), {
    default: "on",
    about: "`off` stops all texts (against SMS pumping); logging in by password still works",
  }),
  sms: choice(
    "SMS_PROVIDER",
    {
      sandbox: {},
      none: {},
      smpp: {
        centre: setting("SMPP_URL", smsCentre, {
          about: "the SMS centre, such as `smpp://smsc.example.ch:2775` (`smpps://` with TLS)",
        }),
        systemId: setting("SMPP_SYSTEM_ID", text, { about: "the system id for binding as transceiver" }),
        password: setting("SMPP_PASSWORD", text, { secret: true, about: "the password for binding" }),
        sender: setting("SMPP_SENDER", smsSender, {
          about: "the sender of texts: a number, or a name of at most 11 letters",
        }),
        timeoutMs: setting("SMPP_TIMEOUT_SECONDS", seconds(1, 60), {
          default: "5",
          about: "timeout for an answer of the centre, in seconds",
        }),
        enquireMs: setting("SMPP_ENQUIRE_SECONDS", seconds(1, 600), {
          default: "30",
          about: "how often an idle connection is checked, in seconds",
        }),
      },
    },
    {
      about:
        "`smpp` sends texts by SMPP 3.4 to an SMS centre; the sandbox lists them at `/sandbox/messages`; `none`: no login by text",
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
        certificate: together({
          cert: setting("CUSTOMER_BASE_CERT", certificate, {
            secret: true,
            about: "the client certificate for the operator's systems (mutual TLS), in PEM form",
          }),
          key: setting("CUSTOMER_BASE_KEY", privateKey, { secret: true, about: "its private key, in PEM form" }),
        }),
        timeoutMs: setting("CUSTOMER_BASE_TIMEOUT_SECONDS", seconds(1, 30), {
          default: "3",
          about: "timeout for one try, in seconds",
        }),
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
        certificate: together({
          cert: setting("ORDER_WEBHOOK_CERT", certificate, {
            secret: true,
            about: "the client certificate for the hand-over (mutual TLS), in PEM form",
          }),
          key: setting("ORDER_WEBHOOK_KEY", privateKey, { secret: true, about: "its private key, in PEM form" }),
        }),
      },
    },
    { about: "`webhook` posts signed TMF622 events; the sandbox lists orders at `/sandbox/orders`" },
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
        certificate: together({
          cert: setting("ES2PLUS_CERT", certificate, {
            secret: true,
            about: "the client certificate for ES2+ (mutual TLS), in PEM form",
          }),
          key: setting("ES2PLUS_KEY", privateKey, { secret: true, about: "its private key, in PEM form" }),
        }),
      },
    },
    {
      about:
        "`es2plus` orders profiles at an SM-DP+ (GSMA ES2+); the profile type is the tariff's code. `none`: SIM cards only",
    },
  ),
} as const;
