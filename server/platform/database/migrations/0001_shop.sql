-- What the operator sells: each load of the catalogue files is a version, the newest one counts.
create table catalogues (
  version integer generated always as identity primary key,
  content jsonb not null,
  checksum text not null,
  loaded_at timestamptz not null default now()
);

-- Pieces of counted articles. "loaded" is what the catalogue file said last: a changed number there sets on_hand anew.
create table stock (
  article text primary key,
  on_hand integer not null check (on_hand >= 0),
  loaded integer not null
);

-- Customers who can log in here. A customer of the operator's base has customer_base_id; its password may live there.
create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  password_hash text,
  customer_base_id text unique,
  profile jsonb not null default '{}',
  created_at timestamptz not null default now()
);

create table checkouts (
  id text primary key,
  -- Counts every change; a writer names the revision it read, so that two tabs never overwrite each other unseen.
  revision integer not null default 1,
  asked jsonb not null,
  -- The quote and the answer that the shopper saw last.
  shown jsonb not null,
  locale text not null,
  registered_email text,
  registered_hash text,
  account_id uuid references accounts,
  form jsonb,
  form_stage text check (form_stage in ('person', 'address', 'all')),
  document_id uuid,
  customer_created jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index checkouts_updated on checkouts (updated_at);

create table tokens (
  hash bytea primary key,
  account_id uuid not null references accounts,
  checkout_id text references checkouts on delete set null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
create index tokens_checkout on tokens (checkout_id);

create table sms_codes (
  handle text primary key,
  account_id uuid not null references accounts,
  salt bytea not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);

create table password_resets (
  token_hash bytea primary key,
  account_id uuid not null references accounts,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Limits on codes, passwords and registrations, shared by all server processes.
create table limit_counters (
  key text not null,
  window_start timestamptz not null,
  count integer not null,
  primary key (key, window_start)
);

-- Identity documents: where the encrypted image lies, and with which key.
create table documents (
  id uuid primary key,
  checkout_id text not null references checkouts on delete cascade,
  storage_key text not null,
  key_id text not null,
  bytes integer not null,
  created_at timestamptz not null default now()
);
create index documents_checkout on documents (checkout_id);
alter table checkouts add foreign key (document_id) references documents on delete set null;
-- Document numbers of customers, hashed: another customer's number is refused.
create table document_numbers (
  number_hash bytea primary key,
  account_id uuid not null references accounts
);

create table stock_holds (
  checkout_id text primary key references checkouts on delete cascade,
  article text not null,
  until timestamptz not null
);
create index stock_holds_article on stock_holds (article, until);

create table payments (
  id uuid primary key default gen_random_uuid(),
  checkout_id text not null references checkouts,
  provider text not null,
  -- The provider's own id; null until it answered.
  hosted_id text unique,
  redirect_url text,
  widget jsonb,
  state text not null check (state in ('open', 'paid', 'declined', 'cancelled', 'expired', 'ordered', 'refunded')),
  amount integer not null check (amount > 0),
  -- Which version of record and form is paid, and its lines.
  fingerprint text not null,
  shown jsonb not null,
  expires_at timestamptz not null,
  refund_requested_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index payments_one_open on payments (checkout_id) where state = 'open';
create index payments_checkout on payments (checkout_id, created_at);
create index payments_unsettled on payments (updated_at) where state in ('open', 'paid');

create table webhook_events (
  provider text not null,
  event_id text not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

create sequence order_numbers start 100001;
create table orders (
  id uuid primary key default gen_random_uuid(),
  number text not null unique default 'K' || nextval('order_numbers'),
  checkout_id text not null unique references checkouts,
  payment_id uuid unique references payments,
  account_id uuid not null references accounts,
  status text not null check (status in ('placed', 'onHold')),
  bill_paid boolean not null,
  asked jsonb not null,
  shown jsonb not null,
  customer jsonb not null,
  document_id uuid references documents on delete set null,
  locale text not null,
  created_at timestamptz not null default now()
);

-- The event that hands an order over: made with the order, delivered at least once, de-duplicated by its id.
create table handovers (
  event_id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique references orders,
  event jsonb not null,
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
