-- Orders that are held unpaid, wait for their payment after a person released them, or were cancelled (core/order/order-states.ts).
alter table orders drop constraint orders_status_check;
alter table orders add constraint orders_status_check check (status in ('placed', 'onHold', 'awaitingPayment', 'cancelled'));
-- Until when a released order may be paid.
alter table orders add column pay_until timestamptz;
create index orders_unpaid on orders (pay_until) where status = 'awaitingPayment';
-- A business customer pays by bill. Nobody else was ever placed without paying what was due.
alter table orders add column business boolean not null default false;
update orders o set business = true from accounts a
where a.id = o.account_id and (a.profile->'contracts'->0->>'contractType' = 'Business'
  or (o.status = 'placed' and not o.bill_paid and (o.shown->'quote'->>'total')::int > 0));

-- Which terms the customer accepted, when and in which language.
alter table checkouts add column terms jsonb;
alter table orders add column terms jsonb;

-- What people, or Kasse by itself, did to an order: who, when and why.
create table order_actions (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  action text not null,
  actor text not null,
  reason text not null,
  at timestamptz not null
);
create index order_actions_order on order_actions (order_id, id);

-- Links that open an order on any device. Only a hash of the link's secret is stored.
create table order_links (
  secret_hash bytea primary key,
  order_id uuid not null references orders,
  expires_at timestamptz not null
);
create index order_links_expiry on order_links (expires_at);

-- References to documents in the events of orders: with the operator's secret they open the picture until they expire.
create table document_links (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders,
  expires_at timestamptz not null
);
create index document_links_expiry on document_links (expires_at);

-- What the operator's systems report of an order, by the ids of their events.
alter table orders add column progress text check (progress in ('accepted', 'inProgress', 'completed', 'failed'));
alter table orders add column progress_at timestamptz;
create table order_reports (
  event_id text primary key,
  order_id uuid not null references orders,
  progress text,
  at timestamptz not null,
  received_at timestamptz not null default now()
);

-- An order may have several events, which are delivered in their order.
alter table handovers drop constraint handovers_order_id_key;
alter table handovers add column sequence bigint generated always as identity;
create index handovers_order on handovers (order_id, sequence);

-- How a payment was paid, so that the operator's finance can find it at the provider.
alter table payments add column provider_payment_id text;
alter table payments add column method text;
alter table payments add column paid_at timestamptz;

-- When the provider is next asked about a payment that is not settled, and how often it was.
alter table payments add column checks integer not null default 0;
alter table payments add column next_check_at timestamptz not null default now();
create index payments_next_check on payments (next_check_at) where state <> 'ordered' and state <> 'refunded';
