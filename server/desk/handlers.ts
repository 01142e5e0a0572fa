import { audit } from "./audit.ts";
import { checkout, checkouts } from "./checkouts/checkouts.ts";
import { retryWaiting } from "./retry.ts";
import { board } from "./board/board.ts";
import { boardCsv } from "./board/csv.ts";
import { events, type Feed } from "./events/feed.ts";
import { adoptExperiment, beginExperiment, stopExperiment } from "./experiments/acts.ts";
import { createExperimentView, experiments } from "./experiments/overview.ts";
import { createReadBoard } from "./board/context.ts";
import { createBegin } from "./people/begin.ts";
import { cancelActivation, decideActivation, rollback, submitDraft } from "./publishing/activate.ts";
import { discardDraft, draft, newDraft, saveDraft } from "./publishing/drafts.ts";
import { createPublishing, published } from "./publishing/overview.ts";
import { publishedChanges, publishedSchemas, publishedVersion } from "./publishing/versions.ts";
import { decideSectionRequest, sectionAct } from "./sections/acts.ts";
import { sectionCsv } from "./sections/csv.ts";
import { section, sections } from "./sections/show.ts";
import { changeStock, stock, stockLedger } from "./stock/stock.ts";
import type { DeskHandlers } from "./http/call.ts";
import { act } from "./orders/acts.ts";
import { addresses } from "./orders/address.ts";
import { document, orderCounts, orderStates } from "./orders/live.ts";
import { orders } from "./orders/list.ts";
import { createShowOrder, order, orderVersion } from "./orders/show.ts";
import { acceptInvitation, invitation, login } from "./people/log-in.ts";
import { logout, providerLogout } from "./people/log-out.ts";
import { changePerson, invite, people } from "./people/manage.ts";
import { loginWay, me } from "./people/me.ts";
import { changePassword, endLogin, endOtherLogins, logins } from "./people/own-logins.ts";
import { addPasskey, passkeyOptions, passkeys, removePasskey } from "./people/own-passkeys.ts";
import { passkeyLogin, passkeyLoginOptions } from "./people/passkey-login.ts";
import { beginProviderLogin, providerReturn } from "./people/provider-login.ts";
import type { DeskServices } from "./services.ts";
import { waiting, waitingCounts } from "./waiting.ts";

/** Returns the handler of each call of the desk. */
export function createDeskHandlers(connected: DeskServices, feed: Feed): DeskHandlers {
  const services = {
    ...connected,
    begin: createBegin(connected),
    showOrder: createShowOrder(connected),
    readBoard: createReadBoard(connected),
    publishing: createPublishing(connected),
    experimentView: createExperimentView(connected),
  };
  return {
    me: me(services),
    loginWay: loginWay(services),
    login: login(services),
    passkeyLoginOptions: passkeyLoginOptions(services),
    passkeyLogin: passkeyLogin(services),
    beginProviderLogin: beginProviderLogin(services),
    providerReturn: providerReturn(services),
    providerLogout: providerLogout(services),
    logout: logout(services),
    invitation: invitation(services),
    acceptInvitation: acceptInvitation(services),
    changePassword: changePassword(services),
    passkeys: passkeys(services),
    passkeyOptions: passkeyOptions(services),
    addPasskey: addPasskey(services),
    removePasskey: removePasskey(services),
    logins: logins(services),
    endLogin: endLogin(services),
    endOtherLogins: endOtherLogins(services),
    orders: orders(services),
    orderCounts: orderCounts(services),
    orderStates: orderStates(services),
    order: order(services),
    orderVersion: orderVersion(services),
    act: act(services),
    document: document(services),
    addresses: addresses(services),
    waiting: waiting(services),
    waitingCounts: waitingCounts(services),
    retryWaiting: retryWaiting(services),
    checkouts: checkouts(services),
    checkout: checkout(services),
    published: published(services),
    publishedSchemas: publishedSchemas(services),
    publishedVersion: publishedVersion(services),
    publishedChanges: publishedChanges(services),
    newDraft: newDraft(services),
    draft: draft(services),
    saveDraft: saveDraft(services),
    discardDraft: discardDraft(services),
    submitDraft: submitDraft(services),
    decideActivation: decideActivation(services),
    cancelActivation: cancelActivation(services),
    rollback: rollback(services),
    stock: stock(services),
    stockLedger: stockLedger(services),
    changeStock: changeStock(services),
    experiments: experiments(services),
    beginExperiment: beginExperiment(services),
    stopExperiment: stopExperiment(services),
    adoptExperiment: adoptExperiment(services),
    sections: sections(services),
    section: section(services),
    sectionCsv: sectionCsv(services),
    sectionAct: sectionAct(services),
    decideSectionRequest: decideSectionRequest(services),
    board: board(services),
    boardCsv: boardCsv(services),
    events: events(feed),
    audit: audit(services),
    people: people(services),
    invite: invite(services),
    changePerson: changePerson(services),
  };
}
