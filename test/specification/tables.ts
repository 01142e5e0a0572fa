import type { EndpointName } from "#contract/all-paths.ts";
import type { Step } from "#core/steps/steps.ts";

/**
 * The tables of the specification as data, for `coverage.test.ts`. The pages are in `docs/specification`; each table
 * contains its section.
 */

/** The name of a test's call: a call of the contract, a prepare with its step, or the path of anything else. */
export type CallName = Exclude<EndpointName, "prepare"> | `prepare/${Step}` | `GET /${string}`;

/** Specification 7 and the additions of decisions 7: method and path as written there, and the name in the contract. */
export const CALLS: readonly (readonly [written: string, name: EndpointName])[] = [
  ["POST /get-presentation-of-tariff", "presentation"],
  ["GET /prepare/:step/:pageStep", "prepare"],
  ["GET /get-mobile-tv/:tariff", "tvOptions"],
  ["GET /get-bundles/:tariff/:family", "bundles"],
  ["POST /checkout", "checkout"],
  ["POST /send-sms", "sendSms"],
  ["POST /sms-login", "smsLogin"],
  ["POST /password-login", "passwordLogin"],
  ["POST /password-reset", "passwordReset"],
  ["POST /me", "me"],
  ["POST /new-customer", "newCustomer"],
  ["POST /validate-customer", "validateCustomer"],
  ["POST /update-customer", "updateCustomer"],
  ["POST /address-search", "addressSearch"],
  ["POST /address-population", "addressPopulation"],
  ["POST /postal-code-towns", "postalCodeTowns"],
  ["POST /create-customer", "createCustomer"],
  ["POST /create-order", "createOrder"],
  ["POST /prepare-transaction-request-js", "prepareTransaction"],
  ["POST /upload-document", "uploadDocument"],
  ["GET /transaction-status", "transactionStatus"],
  ["POST /get-top-action-mobile", "topAction"],
  ["GET /catalogue", "catalogue"],
  ["GET /product/:kind/:code", "product"],
  ["POST /password-reset/confirm", "passwordResetConfirm"],
  ["GET /order", "order"],
  ["POST /payment-webhook/:provider", "paymentWebhook"],
];

/** Specification 7: `/prepare/{1..7}`, and 4a of its section 2. */
export const STEPS: readonly Step[] = ["1", "2", "3", "4", "4a", "5", "6", "7"];

/** At the root (wire, Common; demo data, Process and Sandbox surfaces). */
export const ROOT_CALLS = [
  "GET /openapi.json",
  "GET /docs",
  "GET /healthz",
  "GET /readyz",
  "GET /sandbox/messages",
  "GET /sandbox/orders",
] as const;

/** Specification 3, Checkout record; `tv_duration` from wire. A value after `=` must have been sent literally. */
export const RECORD_FIELDS = [
  "id",
  "type=Tariff",
  "type=TV Tariff",
  "type=Tv Device",
  "type=Device",
  "type=Mobile Tariff",
  "tariff",
  "tv_tariff",
  "tv_duration",
  "tv_device=STB1",
  "tv_device=STB2",
  "mobile",
  "binding=182400001",
  "binding=182400002",
  "bundles",
  "addon_type=Bundle",
  "limit",
  "postBill",
  "insurance",
  "bonus",
] as const;

/** Specification 3, Customer form: sent with a test-specific value, and accepted. */
export const FORM_FIELDS = [
  "simType=0",
  "simType=1",
  "mnp",
  "mnpMsisdn",
  "mnpSubscriptionType=Prepaid",
  "mnpSubscriptionType=Postpaid",
  "puk",
  "salutation=Mr",
  "first_name",
  "last_name",
  "day",
  "month",
  "year",
  "email",
  "password",
  "username",
  "address",
  "number",
  "city",
  "country",
  "postal_code",
  "isTv",
  "mobilePhone",
  "address_id",
  "token",
  "typeOfBill=post",
  "terms",
  "identifiedBy",
  "idNo",
  "issueDate",
  "validUntil",
  "issuer",
  "citizenship",
  "ott_user",
  "document",
] as const;

/** Specification 3, Identity document codes: each accepted by create-customer. */
export const DOCUMENT_CODES = [
  "182400003",
  "182400004",
  "182400005",
  "182400006",
  "182400007",
  "182400008",
  "182400009",
  "182400010",
  "182400011",
  "182400012",
  "182400013",
] as const;

/**
 * Specification 3 and wire: fields of answers of status 200. `*` stands for any one part, `[]` for the entries of a
 * list.
 */
const ANSWER_FIELDS: Readonly<Partial<Record<CallName, readonly string[]>>> = {
  checkout: [
    "id",
    ...["mobileTariff", "device", "tVTariff", "tVdevice", "box", "sIM", "other", "bundle"].map(
      (kind) => `items[].${kind}`,
    ),
    ...["code", "name", "total", "oneTime", "billing", "price", "oldPrice", "postpaid", "binding"].map(itemField),
    ...["tvDuration", "insurancePrice", "activationOneTimePriceOnBilling", "activationOneTimePriceNow"].map(itemField),
    ...["deviceMonthlyWithoutUra", "recursivePriceBilling"].map(itemField),
    ...words("limit oneTime billing total postpaid action"),
    ...words("spec.action spec.action_price spec.action_old_price spec.action_text"),
    ...words("spec.additional_action_text spec.external_checkout_url"),
    ...words("chosenTv.name chosenTv.billing"),
  ],
  presentation: ["body.name", "body.description_items[].icon", "body.description_items[].name", "price"],
  tvOptions: ["[].code", "[].name", "[].duration", "[].price", "[].priceEur"],
  bundles: ["[].code", "[].name", "[].description", "[].total", "[].oneTime"],
  topAction: [
    "mobile.code",
    "mobile.name",
    "mobile.price",
    "tariff.code",
    "tariff.name",
    "tariff.price",
    "tariff.oldPrice",
    "price",
  ],
  "prepare/1": ["onStock", "postpaid", "tv", "stb", "stb2"],
  "prepare/3": ["user.email", "user.name"],
  "prepare/4": [
    ...["salutation", "first_name", "last_name", "day", "month", "year", "email", "mobilePhone"].map(userField),
    ...["address", "number", "postal_code", "city", "country", "address_id", "token", "locked"].map(userField),
    ...words("tv postpaid solvent esim device expected.post expected.transfer"),
  ],
  "prepare/4a": ["user.first_name", "user.address", "poBox"],
  "prepare/5": [
    ...words("user.last_name postpaid tv business recordComplete documentKept documentRead documents.copyNeeded"),
    ...words("documents.offered.swiss documents.offered.neighbours documents.offered.eu documents.offered.others"),
    ...words("agb[].code agb[].title agb[].url agb[].required gdpr.title gdpr.url"),
  ],
  "prepare/6": ["amount", "lastOutcome", "widget.scriptUrl", "widget.integrity", "widget.formAction", "widget.brands"],
  "prepare/7": ["solvent"],
  sendSms: ["code=SEND_SMS_TO_USER_SUCCESS", "body.user.userId", "body.user.phoneNumber"],
  smsLogin: ["body.token"],
  passwordLogin: ["body.token"],
  passwordReset: ["message"],
  passwordResetConfirm: ["message"],
  me: ["user.body.user.userId", "user.body.user.contracts[].contractType"],
  newCustomer: ["body.user.username"],
  createCustomer: ["body.token"],
  validateCustomer: ["ok"],
  updateCustomer: ["ok"],
  addressSearch: ["[].city", "[].street", "[].zipcode", "[].house_number", "[].full"],
  addressPopulation: ["city", "street", "zipcode", "house_number"],
  postalCodeTowns: ["towns"],
  prepareTransaction: ["redirectUrl", "amount"],
  transactionStatus: [
    "status.validPayment",
    ...["PAID", "PENDING", "DECLINED", "CANCELLED_BY_CONSUMER"].map((code) => `status.transactionStatusCode=${code}`),
  ],
  createOrder: ["orderNumber", "status=placed", "status=onHold", "billPayed"],
  order: ["orderNumber", "status", "items[].*.name", "limit", "billing", "oneTime", "total"],
};

export const ANSWERS: readonly (readonly [CallName, readonly string[]])[] = Object.entries(ANSWER_FIELDS) as [
  CallName,
  string[],
][];

function words(text: string): string[] {
  return text.split(" ");
}
function itemField(name: string): string {
  return `items[].*.${name}`;
}
function userField(name: string): string {
  return `user.${name}`;
}

/** Specification 5: each of these fields has its message, in a 422 or a 406. */
export const VALIDATED_FIELDS = [
  ...words("mnp simType puk mnpSubscriptionType mnpMsisdn salutation first_name last_name"),
  ...words("day month year email mobilePhone address citizenship issuer identifiedBy"),
  ...words("idNo issueDate validUntil document"),
] as const;

/** Specification 8, decisions 4, 5 and 7, wire: each error, by the call that answers it. */
export const ERRORS: readonly (readonly [call: CallName, status: number, path: string])[] = [
  ["sendSms", 401, "code=SEND_SMS_TO_USER_FAILED_USER_DOESNT_EXIST"],
  ["sendSms", 401, "message"],
  ["sendSms", 422, "errors.phone"],
  ["smsLogin", 401, "code=SMS_LOGIN_USER_FAILED_INVALID_CODE"],
  ["smsLogin", 401, "message"],
  ["smsLogin", 422, "errors.code"],
  ["passwordLogin", 401, "code=PIN_LOGIN_USER_FAILED_USER_DOESNT_EXIST_OR_INVALID_DATA"],
  ["passwordLogin", 422, "errors.username"],
  ["passwordLogin", 422, "errors.password"],
  ["passwordLogin", 503, "code=REQUEST_FAILED_SERVER_ERROR"],
  ["passwordLogin", 503, "error"],
  ["passwordLogin", 400, "message"],
  ["passwordReset", 422, "errors.username"],
  ["passwordResetConfirm", 422, "errors.password"],
  ["passwordResetConfirm", 400, "message"],
  ["me", 401, "message"],
  ["newCustomer", 422, "errors.username"],
  ["newCustomer", 422, "errors.password"],
  ["newCustomer", 400, "message"],
  ["validateCustomer", 409, "username"],
  ["validateCustomer", 406, "body.error_fields.mnpMsisdn"],
  ["validateCustomer", 406, "body.error_fields.puk"],
  ["validateCustomer", 400, "message"],
  ["updateCustomer", 409, "badAddress"],
  ["createCustomer", 409, "username"],
  ["createCustomer", 409, "badAddress"],
  ["createCustomer", 406, "body.error_fields.idNo"],
  ["createCustomer", 422, "errors.terms"],
  ["createOrder", 409, "page=6"],
  ["createOrder", 409, "code=PRICE_CHANGED"],
  ["createOrder", 409, "message"],
  ["createOrder", 409, "checkout.billing"],
  ["createOrder", 409, "code=NO_STOCK"],
  ["prepareTransaction", 503, "code=REQUEST_FAILED_SERVER_ERROR"],
  ["prepareTransaction", 503, "requestId"],
  ["checkout", 409, "page=7"],
  ["checkout", 422, "errors.tariff"],
  ["checkout", 422, "errors.tv_device"],
  ["checkout", 400, "message"],
  ["checkout", 403, "code=XSRF"],
  ["checkout", 404, "message"],
  ["checkout", 413, "message"],
  ["checkout", 415, "message"],
  ["prepare/1", 409, "page"],
  ["prepare/3", 409, "page=3"],
  ["prepare/4", 409, "page=3"],
  ["prepare/4", 409, "page=5"],
  ["prepare/4a", 409, "page=4"],
  ["transactionStatus", 404, "message"],
  ["transactionStatus", 503, "error"],
  ["paymentWebhook", 403, "message"],
  ["uploadDocument", 413, "message"],
  ["uploadDocument", 415, "message"],
  ["addressSearch", 429, "message"],
];

/** Calls that limit repeated attempts (decisions 6): each must have answered 429. */
export const LIMITED_CALLS: readonly CallName[] = ["sendSms", "passwordLogin", "newCustomer", "addressSearch"];

/** Specification 8, messages in the browser: the position of the text in `locales`; a browser test must expect each. */
export const MESSAGE_KEYS = [
  "common.messages.error",
  "checkout.noStock",
  "watch.messages.errorNotPickedChosenTv",
  "account.businessAccount",
  "identity.refusal.ownRecords",
  "customer.userExists",
  "customer.badAddress",
  "fields.birthday.limit",
  "common.network.Request failed with status code N",
  "common.network.Network Error",
  "common.network.Request aborted",
  "common.network.timeout of N ms exceeded",
] as const;
