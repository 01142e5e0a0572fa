import type { Services } from "./services.ts";
import type { Handlers } from "./http/call.ts";
import { me } from "./account/me.ts";
import { passwordLogin } from "./account/password-login.ts";
import { confirmPasswordReset, requestPasswordReset } from "./account/password-reset.ts";
import { register } from "./account/register.ts";
import { sendSms, smsLogin } from "./account/sms-login.ts";
import { populateAddress, searchAddresses } from "./address/search.ts";
import { shopCalls } from "./catalogue/calls.ts";
import { changeRecord } from "./checkout/change-record.ts";
import { prepare } from "./checkout/prepare.ts";
import { createCustomer } from "./customer/create-customer.ts";
import { updateCustomer, validateCustomer } from "./customer/steps.ts";
import { uploadDocument } from "./document/upload.ts";
import { showEsim } from "./esim/show-esim.ts";
import { downloadConfirmation } from "./confirmation/download.ts";
import { createOrder, showOrder } from "./order/calls.ts";
import { prepareTransaction } from "./payment/begin.ts";
import { paymentWebhook, transactionStatus } from "./payment/calls.ts";
import { checkPhotoLink, createPhotoLink, photoLinkState, uploadPhoto } from "./photo/calls.ts";

/** Which capability answers which call of the endpoint table. */
export function createHandlers(services: Services): Handlers {
  return {
    ...shopCalls(services),
    checkout: changeRecord(services),
    prepare: prepare(services),
    sendSms: sendSms(services),
    smsLogin: smsLogin(services),
    passwordLogin: passwordLogin(services),
    passwordReset: requestPasswordReset(services),
    passwordResetConfirm: confirmPasswordReset(services),
    me: me(services),
    newCustomer: register(services),
    validateCustomer: validateCustomer(services),
    updateCustomer: updateCustomer(services),
    createCustomer: createCustomer(services),
    addressSearch: searchAddresses(services),
    addressPopulation: populateAddress(services),
    uploadDocument: uploadDocument(services),
    photoLink: createPhotoLink(services),
    photoLinkState: photoLinkState(services),
    photoLinkCheck: checkPhotoLink(services),
    uploadPhoto: uploadPhoto(services),
    prepareTransaction: prepareTransaction(services),
    transactionStatus: transactionStatus(services),
    createOrder: createOrder(services),
    order: showOrder(services),
    confirmation: downloadConfirmation(services),
    esim: showEsim(services),
    paymentWebhook: paymentWebhook(services),
  };
}
