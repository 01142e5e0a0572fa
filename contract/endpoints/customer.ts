import * as v from "valibot";
import * as common from "../schemas/common.ts";
import * as customer from "../schemas/customer.ts";
import type { Endpoint } from "./endpoint.ts";

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
    fails: ["checkoutUnknown", "refusedFields", "stepRefused", "userExists", "badAddress", "invalidFields"],
    bearer: "customer",
    checkout: "needed",
    body: customer.CustomerFormRequest,
    answer: common.BodyToken,
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
    fails: ["checkoutUnknown", "stepRefused", "pictureTooLarge", "notAPicture", "uploadsBusy", "documentsFull"],
    bearer: "customer",
    checkout: "needed",
    body: null,
    answer: common.Nothing,
    form: "upload",
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
    fails: ["photoLinkDead", "pictureTooLarge", "notAPicture", "uploadsBusy", "documentsFull"],
    bearer: "photoLink",
    checkout: "optional",
    body: null,
    answer: common.Nothing,
    form: "upload",
  },
} as const satisfies Record<string, Endpoint>;
