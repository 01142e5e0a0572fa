-- What the sandboxes show to people who try the shop. Unused where real connections are set.
create table sandbox_messages (
  id bigint generated always as identity primary key,
  -- A message sent twice by a repeated job shows once.
  message_key text unique,
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  subject text not null,
  text text not null,
  at timestamptz not null default now()
);
create index sandbox_messages_recipient on sandbox_messages (recipient, id);

create table sandbox_orders (
  event_id uuid primary key,
  event jsonb not null,
  at timestamptz not null default now()
);

-- The sandbox payment provider's own books.
create table sandbox_payments (
  id text primary key,
  idempotency_key text not null unique,
  reference text not null,
  amount integer not null,
  return_url text not null,
  locale text not null,
  outcome text not null default 'pending' check (outcome in ('pending', 'paid', 'declined', 'cancelled', 'expired')),
  refunded_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create table sandbox_payment_faults (
  name text primary key,
  value text not null
);
