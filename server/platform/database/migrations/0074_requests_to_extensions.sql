-- Acts on pages of extensions at the desk that wait for a second person (docs/extensions.md).
create table desk_section_requests (
  id uuid primary key default gen_random_uuid(),
  extension text not null,
  act text not null,
  -- Null: the act is not about a row.
  row_id text,
  -- What was entered, by field.
  entered jsonb not null,
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
create index desk_section_requests_open on desk_section_requests (extension, asked_at) where decided_at is null;
