import { dayOf, formatDay } from "#core/time/dates.ts";
import { careOfLine } from "#core/address/care-of.ts";
import { documentIdentity } from "#server/sale/document/claims.ts";
import type { EventOrder } from "./order.ts";

/**
 * Returns the customer. TMF622 has an extensible reference here, so it includes the person's data as VÜPF Art. 20a
 * requires: names, date of birth, document, nationalities and address, a reference to the copy of the document, and for
 * prepaid the time, channel and recorder.
 */
export function customerParty(order: EventOrder): object {
  const { customer: form, business, organisation } = order;
  const person = personName(order);
  const careOf = careOfLine(form.careOf);
  const birthDate = dayOf(form.year, form.month, form.day);
  return {
    "@type": "RelatedPartyRefOrPartyRoleRef",
    role: "customer",
    partyOrPartyRole: {
      "@type": "PartyRef",
      "@referredType": business ? "Organization" : "Individual",
      id: order.customerId,
      name: partyName(order),
      ...(business && { isLegalEntity: true, contactPerson: person }),
      ...(organisation?.uid !== undefined && { organizationIdentification: [uidOf(organisation.uid)] }),
      existingCustomer: order.existingCustomer,
      givenName: form.firstName,
      familyName: form.lastName,
      title: form.salutation,
      // The record of a business customer may lack the date of birth.
      ...(birthDate && { birthDate: `${formatDay(birthDate)}T00:00:00Z` }),
      nationality: form.citizenship,
      nationalities: [form.citizenship],
      individualIdentification: [identification(order)],
      contactMedium: [
        { "@type": "ContactMedium", contactType: "email", emailAddress: order.email },
        { "@type": "ContactMedium", contactType: "mobile", phoneNumber: form.mobilePhone },
        {
          "@type": "ContactMedium",
          contactType: "home",
          street1: [form.address, form.number].filter(Boolean).join(" "),
          ...(careOf !== "" && { street2: careOf }),
          ...(form.poBox && { poBox: form.poBox }),
          postCode: form.postalCode,
          city: form.city,
          country: "CH",
        },
      ],
    },
  };
}

const personName = ({ customer }: EventOrder) => `${customer.firstName} ${customer.lastName}`;

/** Returns the name of the contract's party: for a business customer, the company's if the customer base has it. */
export function partyName(order: EventOrder): string {
  return (order.business && order.organisation?.name) || personName(order);
}

/** Returns the identification of a company in the Swiss business register (UID). */
const uidOf = (identificationId: string) => ({
  "@type": "OrganizationIdentification",
  identificationType: "UID",
  identificationId,
});

function identification({ customer: form, seller, at, documentUrl, terms }: EventOrder): object {
  const { type, country } = documentIdentity(form);
  return {
    "@type": "IndividualIdentification",
    identificationType: form.identifiedBy,
    identificationTypeName: type,
    issuingCountry: country,
    identificationId: form.idNo,
    issuingAuthority: form.issuer,
    issuingDate: `${form.issueDate}T00:00:00Z`,
    validFor: { endDateTime: `${form.validUntil}T23:59:59Z` },
    recordedAt: at.toISOString(),
    recordedBy: seller,
    channel: "online-shop",
    // In addition to the typed data, the holder presented the e-ID in a wallet.
    ...(terms?.eid && { verifiedBy: "swissEId", verificationId: terms.eid.verification, verifiedAt: terms.eid.at }),
    ...(documentUrl && {
      attachment: [
        {
          "@type": "AttachmentRef",
          "@referredType": "Attachment",
          id: documentUrl.split("/").at(-1) ?? "",
          name: "copy of the identity document",
          href: documentUrl,
          mimeType: "image/jpeg",
        },
      ],
    }),
  };
}
