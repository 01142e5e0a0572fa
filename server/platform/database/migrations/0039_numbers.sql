-- Phone numbers that shoppers choose from (ADR 40). A number is free, ordered or withdrawn; one that is free may rest until "available_from".
create table numbers (
  msisdn text primary key check (msisdn ~ '^417[0-9]{8}$'),
  state text not null default 'free' check (state in ('free', 'ordered', 'withdrawn')),
  available_from timestamptz not null,
  order_number text unique,
  -- The order in which numbers are offered; each shopper begins somewhere else.
  shuffle integer not null default floor(random() * 2147483647),
  check ((state = 'ordered') = (order_number is not null))
);
create index numbers_offered on numbers (shuffle) where state = 'free';

-- One number for each checkout, for half an hour.
create table number_holds (
  checkout_id text primary key references checkouts (id) on delete cascade,
  msisdn text not null references numbers (msisdn),
  until timestamptz not null
);
create index number_holds_number on number_holds (msisdn);

-- What became of each number, and why. Nothing is ever changed or removed in it.
create table number_movements (
  id bigint generated always as identity primary key,
  msisdn text not null,
  kind text not null check (kind in ('loaded', 'ordered', 'returned', 'quarantined', 'withdrawn')),
  order_number text,
  actor text not null,
  reason text,
  at timestamptz not null
);
create index number_movements_number on number_movements (msisdn);
create trigger number_movements_kept before update or delete on number_movements
  for each row execute function refuse_change();

-- Numbers that the operator's system is asked for. Asked again with the same id until it has answered, so that none is lost or reserved twice.
create table number_requests (
  id uuid primary key,
  quantity integer not null,
  asked_at timestamptz not null,
  answered_at timestamptz,
  received integer
);
create unique index number_requests_open on number_requests ((true)) where answered_at is null;
