-- Verifications of e-IDs (ADR 44): the newest of each checkout. What an e-ID says is not kept, only a keyed hash that the form is compared with.
create table eid_verifications (
  checkout_id text primary key references checkouts (id) on delete cascade,
  verifier_id text not null unique,
  secret_hash bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'verified', 'refused')),
  reason text,
  proof bytea,
  verified_at timestamptz,
  asked_at timestamptz,
  expires_at timestamptz not null
);
