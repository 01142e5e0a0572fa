import type { Services } from "./services.ts";
import type { ExtensionCallName } from "#contract/shop/calls.ts";
import type { Handlers } from "#server/api/call.ts";
import { changePassword } from "./sale/account/change-password.ts";
import { me, endOneSession, endOtherSessions, logOut, showAccount } from "./sale/account/sessions.ts";
import { beginNetworkLogin, networkLogin } from "./sale/account/network-login.ts";
import { passkeyLogin, passkeyLoginOptions } from "./sale/account/passkey-login.ts";
import { addPasskey, passkeyOptions, removePasskey } from "./sale/account/passkey-registration.ts";
import { passwordLogin } from "./sale/account/password-login.ts";
import { confirmPasswordReset, requestPasswordReset } from "./sale/account/password-reset.ts";
import { register } from "./sale/account/register.ts";
import { sendSms, smsLogin } from "./sale/account/sms-login.ts";
import { populateAddress, searchAddresses, townsOfPostalCode } from "./shop/address/search.ts";
import { shopCalls } from "./shop/catalogue/calls.ts";
import { takeStockReport } from "./shop/stock/warehouse.ts";
import { changeRecord } from "./sale/steps/change-record.ts";
import { enterInSummary, type SummaryFields } from "./sale/steps/summary-field.ts";
import { prepare } from "./sale/steps/prepare.ts";
import { createCustomer } from "./sale/customer/create-customer.ts";
import { beginFillIn, fillIn } from "./sale/customer/fill-in.ts";
import { holdOneNumber, offerNumbers } from "./sale/customer/numbers.ts";
import { updateCustomer, validateCustomer } from "./sale/customer/steps.ts";
import { uploadDocument } from "./sale/document/upload.ts";
import { reportEsimProgress, showEsim } from "./sale/esim/calls.ts";
import { cancelOrder } from "./sale/order/cancel-order.ts";
import { downloadAuthority, downloadConfirmation, orderAuthority, orderDocument } from "./sale/order/downloads.ts";
import { beginEid, eidEvents, eidState } from "./sale/document/eid/calls.ts";
import { reportProgress } from "./sale/order/progress.ts";
import { openOrderLink } from "./sale/order/links.ts";
import { showOrder } from "./sale/order/show-order.ts";
import { openCheckoutLink } from "./sale/steps/open-checkout-link.ts";
import { createOrder } from "./sale/steps/create-order.ts";
import { prepareTransaction } from "./sale/payment/begin.ts";
import { paymentReturn, paymentWebhook, transactionStatus } from "./sale/payment/calls.ts";
import { readDocumentOf } from "./sale/document/reading/call.ts";
import { checkPhotoLink, createPhotoLink, photoLinkState, uploadPhoto } from "./sale/document/phone/calls.ts";

/** Returns the handler of each call of the core. */
export function createHandlers(services: Services, fields: SummaryFields): Omit<Handlers, ExtensionCallName> {
  return {
    ...shopCalls(services),
    checkout: changeRecord(services),
    summaryField: enterInSummary(fields),
    prepare: prepare(services),
    sendSms: sendSms(services),
    smsLogin: smsLogin(services),
    beginNetworkLogin: beginNetworkLogin(services),
    networkLogin: networkLogin(services),
    passwordLogin: passwordLogin(services),
    passwordReset: requestPasswordReset(services),
    passwordResetConfirm: confirmPasswordReset(services),
    me: me(services),
    newCustomer: register(services),
    account: showAccount(services),
    logout: logOut(services),
    endSession: endOneSession(services),
    endOtherSessions: endOtherSessions(services),
    changePassword: changePassword(services),
    passkeyOptions: passkeyOptions(services),
    addPasskey: addPasskey(services),
    removePasskey: removePasskey(services),
    passkeyLoginOptions: passkeyLoginOptions(services),
    passkeyLogin: passkeyLogin(services),
    validateCustomer: validateCustomer(services),
    updateCustomer: updateCustomer(services),
    createCustomer: createCustomer(services),
    beginFillIn: beginFillIn(services),
    fillIn: fillIn(services),
    numbers: offerNumbers(services),
    holdNumber: holdOneNumber(services),
    addressSearch: searchAddresses(services),
    addressPopulation: populateAddress(services),
    postalCodeTowns: townsOfPostalCode(services),
    uploadDocument: uploadDocument(services),
    documentReading: readDocumentOf(services),
    beginEid: beginEid(services),
    eidState: eidState(services),
    photoLink: createPhotoLink(services),
    photoLinkState: photoLinkState(services),
    photoLinkCheck: checkPhotoLink(services),
    uploadPhoto: uploadPhoto(services),
    prepareTransaction: prepareTransaction(services),
    transactionStatus: transactionStatus(services),
    paymentReturn: paymentReturn(services),
    createOrder: createOrder(services),
    order: showOrder(services),
    orderLink: openOrderLink(services),
    checkoutLink: openCheckoutLink(services),
    cancelOrder: cancelOrder(services),
    confirmation: downloadConfirmation(services),
    transferAuthority: downloadAuthority(services),
    esim: showEsim(services),
    paymentWebhook: paymentWebhook(services),
    orderEvents: reportProgress(services),
    stockEvents: takeStockReport(services),
    orderDocument: orderDocument(services),
    orderAuthority: orderAuthority(services),
    eidEvents: eidEvents(services),
    esimProgress: reportEsimProgress(services),
  };
}
