import { certificateWithKey } from "../key-schemas.ts";
import { profileType, smdpAddress, twilioSender, twilioSid } from "../message-schemas.ts";
import { oneOf, secretText, smtpAddress, text, webAddress, webhookAddress, wholeNumber } from "../schemas.ts";
import { aboutWithAdded, withAdded } from "../options.ts";
import { choice, optional, setting } from "../setting.ts";

/** Returns the shop's client certificate for calls to a system that requires one (mutual TLS). */
const clientCertificate = (prefix: string, what: string) =>
  optional(`${prefix}_CERT`, certificateWithKey, {
    secret: true,
    about: `the client [certificate](#certificates) for ${what} with its private key`,
  });

/** How Kasse itself sends texts. */
export const TEXTS = {
  sandbox: {},
  none: {},
  twilio: {
    url: setting("TWILIO_URL", webAddress, {
      default: "https://api.twilio.com",
      about: "the address of Twilio's REST API",
    }),
    accountSid: setting("TWILIO_ACCOUNT_SID", twilioSid("AC"), { about: "the account there" }),
    apiKey: setting("TWILIO_KEY_SID", twilioSid("SK", "AC"), {
      about: "an API key of the account, or the account itself with its auth token as secret",
    }),
    apiSecret: setting("TWILIO_KEY_SECRET", text, { secret: true, about: "the secret of the API key" }),
    sender: setting("TWILIO_SENDER", twilioSender, {
      about: "the sender: a number such as `+41…`, a name of at most 11 letters, or a messaging service (`MG…`)",
    }),
  },
};

/** Text messages and e-mails. */
export const MESSAGES = {
  sms: choice("SMS_PROVIDER", withAdded("sms", TEXTS), {
    about:
      "how [texts](integrations/sms.md) are sent. The sandbox lists them at `/sandbox/messages`; with `none`, which also stops SMS pumping, people log in by password",
  }),
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
    { about: "the sandbox lists mails at `/sandbox/messages`" },
  ),
} as const;

/** No e-ID. */
export const NO_EID = { off: {} };

/** The operator's own systems. */
export const OPERATOR_SYSTEMS = {
  customers: choice(
    "CUSTOMER_BASE",
    {
      sandbox: {},
      http: {
        url: setting("CUSTOMER_BASE_URL", webAddress, { about: "their address" }),
        secret: setting("CUSTOMER_BASE_SECRET", text, { secret: true, about: "the Bearer token" }),
        certificate: clientCertificate("CUSTOMER_BASE", "the operator's systems"),
      },
    },
    { about: "`http` calls [the operator's systems](operator-systems.md)" },
  ),
  handover: choice(
    "ORDER_HANDOVER",
    {
      sandbox: {},
      webhook: {
        url: setting("ORDER_WEBHOOK_URL", webhookAddress, { about: "where events are posted to" }),
        secret: setting("ORDER_WEBHOOK_SECRET", text, { secret: true, about: "the key that signs them (HMAC-SHA256)" }),
        certificate: clientCertificate("ORDER_WEBHOOK", "the hand-over"),
      },
    },
    { about: "`webhook` posts signed [TMF622 events](handover.md); the sandbox lists orders at `/sandbox/orders`" },
  ),
  numberPool: choice(
    "NUMBER_POOL",
    {
      none: {},
      tmf685: {
        url: setting("NUMBER_POOL_URL", webAddress, {
          about: "the resource pool management, without `/reservation`",
        }),
        secret: setting("NUMBER_POOL_SECRET", text, { secret: true, about: "the Bearer token" }),
        certificate: clientCertificate("NUMBER_POOL", "the number pool"),
        pool: setting("NUMBER_POOL_ID", text, { about: "the pool from which numbers are reserved" }),
        low: setting("NUMBER_POOL_LOW", wholeNumber(1, 100_000), {
          default: "500",
          about: "when fewer numbers are on offer, this many are requested",
        }),
      },
    },
    {
      about:
        "where new [numbers to choose from](numbers.md) come from: the operator's system, or files (`kasse numbers load`)",
      namedInProduction: false,
    },
  ),
  eid: choice("EID", withAdded("eid", NO_EID), {
    about: aboutWithAdded("eid", "an e-ID with which shoppers can identify"),
    namedInProduction: false,
  }),
  network: choice(
    "NETWORK",
    {
      off: {},
      camara: {
        url: setting("NETWORK_URL", webAddress, {
          about: "the API root, to which `/sim-swap/…` and others are appended",
        }),
        tokenUrl: setting("NETWORK_TOKEN_URL", webAddress, {
          about: "the token endpoint; the metadata are found [above it](integrations/network.md#setting-up)",
        }),
        clientId: setting("NETWORK_CLIENT_ID", text, { about: "the shop's client id there" }),
        clientSecret: setting("NETWORK_CLIENT_SECRET", text, { secret: true, about: "the secret of that client" }),
        simSwapHours: setting("NETWORK_SIM_SWAP_HOURS", wholeNumber(1, 2400), {
          default: "72",
          about: "a code by text is not enough if the SIM has changed in the last hours",
        }),
        simSwapUnanswered: setting("NETWORK_SIM_SWAP_UNANSWERED", oneOf(["continue", "refuse"] as const), {
          default: "continue",
          about:
            "a login or transfer whose SIM the network cannot say anything about now: `continue` lets it pass, `refuse` asks to try again",
        }),
      },
    },
    {
      about:
        "`camara`: [the mobile network](integrations/network.md) recognises phones, and says whether a SIM has just changed, and who holds a number",
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
          about: "the profile type of tariffs without an `esimProfile` in the catalogue",
        }),
        orderBy: setting("ES2PLUS_ORDER_BY", oneOf(["type", "iccid"] as const), {
          default: "type",
          about:
            "`type`: the SM-DP+ picks a profile; `iccid`: Kasse chooses one of those loaded with `kasse esims load`, so a lost answer costs no profile",
        }),
        finalStatus: setting("ES2PLUS_CANCELLED_PROFILES", oneOf(["Unavailable", "Available"] as const), {
          default: "Unavailable",
          about: "a profile's state after a cancellation: `Available` can be ordered again",
        }),
        notificationSecret: optional("ES2PLUS_NOTIFICATION_SECRET", secretText, {
          secret: true,
          about: "the Bearer token of [progress notifications](integrations/esim.md); without it none is accepted",
        }),
        certificate: clientCertificate("ES2PLUS", "ES2+"),
      },
    },
    {
      about: "`es2plus` orders profiles at [an SM-DP+](integrations/esim.md); `none`: SIM cards only",
    },
  ),
} as const;
