-- The desk (ADR 46): the operator's people with their logins, the refunds that wait for a second person, and what orders are found by.
create table desk_people (
  id uuid primary key default gen_random_uuid(),
  -- In lower case.
  email text not null unique,
  name text not null,
  roles text[] not null check (cardinality(roles) > 0),
  -- Null until the invitation is accepted.
  password_hash text,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create table desk_invitations (
  secret_hash bytea primary key,
  person_id uuid not null references desk_people (id) on delete cascade,
  expires_at timestamptz not null
);
create index desk_invitations_person on desk_invitations (person_id);
create table desk_sessions (
  hash bytea primary key,
  person_id uuid not null references desk_people (id) on delete cascade,
  device text,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index desk_sessions_person on desk_sessions (person_id);
-- Refunds above the limit: somebody has asked, and somebody else decides.
create table desk_refund_requests (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  sent boolean not null,
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_at timestamptz,
  confirmed boolean,
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (confirmed is null)),
  check (decided_by is distinct from asked_by or not confirmed)
);
create unique index desk_refund_requests_open on desk_refund_requests (order_id) where decided_at is null;
-- Mails and texts that were sent about an order, without their words.
create table order_messages (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  channel text not null check (channel in ('mail', 'sms')),
  about text not null,
  at timestamptz not null
);
create index order_messages_order on order_messages (order_id, at);
-- What orders are found by. Derived from them by the desk itself, so that a purchase does nothing for it. No foreign key: checking it would
-- lock the order's row.
create table desk_orders (
  order_id uuid primary key,
  number text not null,
  created_at timestamptz not null,
  terms tsvector not null
);
create index desk_orders_newest on desk_orders (created_at desc, number desc);
create index desk_orders_terms on desk_orders using gin (terms);
-- Orders whose terms are out of date.
create table desk_orders_changed (
  id bigint generated always as identity primary key,
  order_id uuid not null
);
create function note_changed_email() returns trigger language plpgsql as $$
begin
  insert into desk_orders_changed (order_id) select id from orders where account_id = new.id;
  return null;
end $$;
create trigger accounts_email_changed after update of email on accounts
  for each row when (new.email is distinct from old.email) execute function note_changed_email();
