import { audit } from "./audit.ts";
import type { DeskHandlers } from "./http/call.ts";
import { act } from "./orders/acts.ts";
import { document } from "./orders/document.ts";
import { orderCounts, orders } from "./orders/list.ts";
import { order, orderVersion } from "./orders/show.ts";
import { acceptInvitation, invitation, login, logout, me } from "./people/log-in.ts";
import { changePerson, invite, people } from "./people/manage.ts";
import type { DeskServices } from "./services.ts";
import { waiting, waitingCounts } from "./waiting/waiting.ts";

/** The handler of each call of the desk. */
export function createDeskHandlers(services: DeskServices): DeskHandlers {
  return {
    me: me(services),
    login: login(services),
    logout: logout(services),
    invitation: invitation(services),
    acceptInvitation: acceptInvitation(services),
    orders: orders(services),
    orderCounts: orderCounts(services),
    order: order(services),
    orderVersion: orderVersion(services),
    act: act(services),
    document: document(services),
    waiting: waiting(services),
    waitingCounts: waitingCounts(services),
    audit: audit(services),
    people: people(services),
    invite: invite(services),
    changePerson: changePerson(services),
  };
}
