-- When an event was delivered before it was sent again, oldest first. Only sending it again writes this, never a purchase.
alter table handovers add column earlier_deliveries timestamptz[] not null default '{}';
