-- Profiles ordered at the SM-DP+ (GSMA ES2+), one an order. The matching id is a credential: kept encrypted.
create table esims (
  order_id uuid primary key references orders,
  profile_type text not null,
  state text not null default 'ordered' check (state in ('ordered', 'ready', 'failed')),
  -- Chosen here and kept before the SM-DP+ is asked, so that whatever is repeated asks for the same.
  sealed_matching_id bytea,
  key_id text,
  iccid text,
  smdp_address text,
  created_at timestamptz not null default now(),
  check (state <> 'ready' or (sealed_matching_id is not null and iccid is not null and smdp_address is not null)),
  check ((sealed_matching_id is null) = (key_id is null))
);
create index esims_created on esims (created_at);

-- When an activation code was shown, and to whom. Rows outlive the profiles they tell of.
create table esim_reads (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  account_id uuid not null references accounts,
  read_at timestamptz not null default now()
);
create index esim_reads_order on esim_reads (order_id);

-- The sandbox SM-DP+'s own books: a repeated call finds what the first one got.
create table sandbox_esims (
  call_id text primary key,
  iccid text not null unique,
  -- The matching id is the shop's secret: not even the sandbox keeps it.
  confirmed_at timestamptz
);
