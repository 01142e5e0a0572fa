-- What the operator's systems report of the transfer of a number (ADR 43). The newest report of an order is how far its transfer is.
alter table order_reports
  add column transfer text check (transfer in ('requested', 'confirmationNeeded', 'scheduled', 'completed', 'refused')),
  add column transfer_day text check (transfer_day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  add column transfer_reason text;
