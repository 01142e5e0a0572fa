import type { Command } from "../../command.ts";
import { EXTENSIONS } from "#extensions/index.ts";
import { loadCommands } from "#server/extension/declared.ts";
import { showAudit, verifyAuditCommand } from "./commands/audit.ts";
import { loadAddressFile } from "./commands/addresses.ts";
import {
  checkCatalogue,
  diffCatalogue,
  loadCatalogue,
  writeCatalogueSchemas,
  previewCatalogue,
} from "./commands/catalogue.ts";
import {
  activateCatalogue,
  cancelCatalogueActivation,
  listCatalogues,
  rollBackCatalogue,
} from "./commands/catalogue-sale.ts";
import { checkSettingsCommand, migrateCommand } from "./commands/set-up.ts";
import { changeDeskPerson, inviteToDesk, listDeskPeople } from "./commands/desk.ts";
import { showDocument } from "./commands/documents.ts";
import { cancelEsim, listEsims, loadIccids, retryEsim } from "./commands/esims.ts";
import { findCommand } from "./commands/find.ts";
import {
  cancelOrderOnHold,
  cancelUnpaidPlacedOrder,
  listHeldOrders,
  refundPaidOrder,
  releaseHeldOrder,
} from "./commands/hold.ts";
import { checkLaw, showLaw } from "./commands/law.ts";
import { listJobs, retryJobsCommand } from "./commands/jobs.ts";
import { rotateKeys, forgetKey, listKeys } from "./commands/keys.ts";
import { listOrders, mailOrderAgain, resendOrder } from "./commands/orders.ts";
import {
  listPoolNumbers,
  loadNumberFile,
  quarantineNumber,
  showNumber,
  withdrawNumber,
  skipOrderNumbers,
} from "./commands/numbers.ts";
import { erasePersonCommand, exportPersonCommand } from "./commands/person.ts";
import { purgeCommand } from "./commands/purge.ts";
import { listRefunds, retryRefund } from "./commands/refunds.ts";
import { endCustomersSessions, listSessions } from "./commands/sessions.ts";
import { countStock, listStock, receiveStock, showStock } from "./commands/stock.ts";
import { showCheckout, showOrder } from "./commands/show.ts";
import { reportNumberTransfer } from "./commands/transfer.ts";

/** Returns all commands, in the order in which the help lists them. */
export const allCommands = async (): Promise<readonly Command[]> => [
  checkCatalogue,
  diffCatalogue,
  loadCatalogue,
  activateCatalogue,
  rollBackCatalogue,
  cancelCatalogueActivation,
  listCatalogues,
  previewCatalogue,
  writeCatalogueSchemas,
  showLaw,
  checkLaw,
  listStock,
  showStock,
  receiveStock,
  countStock,
  listPoolNumbers,
  showNumber,
  loadNumberFile,
  quarantineNumber,
  withdrawNumber,
  loadAddressFile,
  findCommand,
  showCheckout,
  listOrders,
  showOrder,
  resendOrder,
  mailOrderAgain,
  reportNumberTransfer,
  skipOrderNumbers,
  listHeldOrders,
  releaseHeldOrder,
  cancelOrderOnHold,
  cancelUnpaidPlacedOrder,
  refundPaidOrder,
  listRefunds,
  retryRefund,
  listJobs,
  retryJobsCommand,
  listEsims,
  retryEsim,
  cancelEsim,
  loadIccids,
  listSessions,
  endCustomersSessions,
  inviteToDesk,
  listDeskPeople,
  changeDeskPerson,
  showDocument,
  exportPersonCommand,
  erasePersonCommand,
  showAudit,
  verifyAuditCommand,
  ...(await loadCommands(EXTENSIONS)),
  listKeys,
  rotateKeys,
  forgetKey,
  purgeCommand,
  migrateCommand,
  checkSettingsCommand,
];
