-- Checkouts that platforms prepare for people. `prepared`: the variant, the record, the consents and the fields of the
-- form, which are removed once the session has ended. `checkout_id`: the person's own checkout.
create table agent_checkouts (
  id uuid primary key,
  platform text not null,
  locale text not null,
  prepared jsonb not null,
  opened_by bytea,
  opened_at timestamptz,
  checkout_id text,
  -- Where the platform is told about the order, what it was told last, and when it is tried again after a failure.
  webhook_url text,
  told text,
  tell_failures smallint not null default 0,
  tell_again_at timestamptz,
  canceled_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index agent_checkouts_checkout on agent_checkouts (checkout_id) where checkout_id is not null;
create index agent_checkouts_created_at on agent_checkouts (created_at);
create index agent_checkouts_expires_at on agent_checkouts (expires_at);

-- Answers of operations that change something, by the key of the platform.
create table agent_requests (
  platform text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  primary key (platform, key)
);
create index agent_requests_created_at on agent_requests (created_at);
