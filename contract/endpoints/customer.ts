import * as v from "valibot";
import * as common from "../schemas/common.ts";
import * as customer from "../schemas/customer.ts";
import type { Endpoint } from "./endpoint.ts";

/** How the picture of a document is refused, whoever sends it. */
const PICTURE_REFUSED = [
  "pictureTooLarge",
  "notAPicture",
  "pictureDamaged",
  "pictureHeic",
  "uploadsBusy",
  "documentsFull",
] as const;

/** The calls of steps 4, 4a and 5: number, person, address and identity document. */
export const CUSTOMER = {
  validateCustomer: {
    summary: "Check and store number, SIM and person (step 4)",
    description: "Takes the whole form and reads the fields of step 4. An invalid form is not stored.",
    fails: ["checkoutUnknown", "refusedFields", "stepRefused", "userExists", "invalidFields"],
    bearer: "customer",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.Ok,
  },
  updateCustomer: {
    summary: "Check and store the address as well (step 4a)",
    description: "Takes the whole form and reads the fields of steps 4 and 4a.",
    fails: ["checkoutUnknown", "refusedFields", "stepRefused", "userExists", "badAddress", "invalidFields"],
    bearer: "customer",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.Ok,
  },
  createCustomer: {
    summary: "Check everything and create the customer (step 5)",
    description:
      "Takes the whole form. A customer who registered in this checkout gets the first token. Safe to repeat; without the token only with the same form and for five minutes.",
    fails: [
      "checkoutUnknown",
      "refusedFields",
      "stepRefused",
      "userExists",
      "badAddress",
      "reviewChanged",
      "termsChanged",
      "invalidFields",
    ],
    bearer: "customer",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: customer.CustomerCreated,
  },
  numbers: {
    summary: "New numbers to choose from",
    description:
      "Free numbers with these digits, other ones for each checkout. None if the shop has no numbers to choose from.",
    fails: ["checkoutUnknown", "stepRefused"],
    bearer: "customer",
    checkout: "needed",
    body: customer.NumbersRequest,
    answer: customer.Numbers,
  },
  holdNumber: {
    summary: "Hold a new number for this checkout",
    description:
      "For 30 minutes, instead of the one that it held. The number is the order's if the form of steps 4 to 5 names it as `newMsisdn`.",
    fails: ["checkoutUnknown", "stepRefused", "refusedFields"],
    bearer: "customer",
    checkout: "needed",
    body: customer.HoldNumberRequest,
    answer: customer.NumberHeld,
  },
  addressSearch: {
    summary: "Search addresses while typing",
    description:
      "Matches the beginnings of words, in any order, with or without accents. Returns at most 20 addresses.",
    fails: [],
    checkout: "optional",
    body: customer.AddressSearchRequest,
    answer: v.array(customer.AddressHit),
  },
  addressPopulation: {
    summary: "The canonical form of an address",
    description: "An unknown address is returned unchanged.",
    fails: [],
    checkout: "optional",
    body: customer.AddressPopulationRequest,
    answer: customer.AddressPopulation,
  },
  postalCodeTowns: {
    summary: "The towns of a postal code",
    description: "As the register of addresses has them; none for a postal code that it does not know.",
    fails: [],
    checkout: "optional",
    body: customer.PostalCodeTownsRequest,
    answer: customer.PostalCodeTowns,
  },
  uploadDocument: {
    summary: "Upload the picture of the identity document",
    description: "JPEG, PNG or WebP by content, at most 10 MB and 40 megapixels. Replaces an earlier picture.",
    fails: ["checkoutUnknown", "stepRefused", ...PICTURE_REFUSED],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: customer.Uploaded,
    form: "upload",
  },
  documentReading: {
    summary: "Read the machine-readable zone of the document's picture",
    description:
      "For whoever has sent the picture, or has shown the phone its link: `reading` is from that answer. Null if no zone can be read.",
    fails: ["checkoutUnknown", "stepRefused"],
    bearer: "customer",
    checkout: "needed",
    body: customer.DocumentReadingRequest,
    answer: customer.DocumentReading,
  },
  beginEid: {
    summary: "Begin the verification of an e-ID, instead of typing off a document",
    description:
      "`link` opens a wallet on this phone, or is shown as QR code for another. A new one replaces the earlier one. 404 where the shop takes no e-ID.",
    fails: ["checkoutUnknown", "stepRefused", "notFound"],
    bearer: "customer",
    checkout: "needed",
    body: common.Nothing,
    answer: customer.EidBegun,
  },
  eidState: {
    summary: "How far the verification of an e-ID is, for the page that began it (`secret`)",
    description: "Poll every few seconds until it is not `waiting`.",
    fails: ["checkoutUnknown", "stepRefused"],
    bearer: "customer",
    checkout: "needed",
    body: customer.EidStateRequest,
    answer: customer.EidState,
  },
  photoLink: {
    summary: "Create a link for uploading the picture of the identity document from a phone, once",
    description: "A new link invalidates the earlier one.",
    fails: ["checkoutUnknown", "stepRefused"],
    bearer: "customer",
    checkout: "needed",
    body: common.Nothing,
    answer: customer.PhotoLink,
  },
  photoLinkState: {
    summary: "Whether the phone has sent the picture",
    description: "`received` from the upload until a new link is created.",
    fails: ["checkoutUnknown", "stepRefused"],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: customer.PhotoLinkState,
  },
  photoLinkCheck: {
    summary: "Whether a phone link is still valid (its secret as Bearer token)",
    description: "The phone calls this before the shopper takes a picture.",
    fails: ["photoLinkDead"],
    bearer: "photoLink",
    checkout: "optional",
    body: null,
    answer: customer.PhotoLinkCheck,
  },
  uploadPhoto: {
    summary: "Upload the picture of the identity document from a phone (the link's secret as Bearer token)",
    description: "The same checks as `/upload-document`. The link works once.",
    fails: ["photoLinkDead", ...PICTURE_REFUSED],
    bearer: "photoLink",
    checkout: "optional",
    body: null,
    answer: common.Nothing,
    form: "upload",
  },
} as const satisfies Record<string, Endpoint>;
