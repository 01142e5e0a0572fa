-- What people at the desk prepare to be sold, and who decides that it is (docs/desk.md). `kind`: the catalogue, or the texts of the brand.
create table desk_drafts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('catalogue', 'texts')),
  name text not null,
  -- The version that it was begun from.
  base_version integer not null,
  content jsonb not null,
  -- Grows with each change, so that nobody overwrites what somebody else has written.
  revision integer not null default 1,
  changed_by text not null,
  changed_at timestamptz not null,
  created_at timestamptz not null,
  -- When it was submitted or discarded; null while it is worked on.
  closed_at timestamptz
);
create index desk_drafts_open on desk_drafts (kind, changed_at) where closed_at is null;
-- A version that somebody wants on sale, until somebody else decides.
create table desk_activation_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('catalogue', 'texts')),
  version integer not null,
  draft_id uuid references desk_drafts (id),
  -- Null: as soon as it is confirmed.
  starts_at timestamptz,
  reason text not null,
  asked_by text not null,
  asked_by_id uuid not null,
  asked_at timestamptz not null,
  decided_by text,
  decided_by_id uuid,
  decided_at timestamptz,
  decision_reason text,
  confirmed boolean,
  check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (confirmed is null)
    and (decided_at is null) = (decided_by_id is null)),
  check (decided_by_id is distinct from asked_by_id or not confirmed)
);
create index desk_activation_requests_open on desk_activation_requests (kind, asked_at) where decided_at is null;
