-- Fingerprints of the keys that this database was used with (ADR 34). They tell keys apart and reveal nothing of them.
create table key_fingerprints (
  -- `documents:<id>` or `document-numbers`.
  name text not null,
  fingerprint text not null,
  first_used_at timestamptz not null default now(),
  primary key (name, fingerprint)
);

-- Which PostgreSQL the shop has started on: its system, timeline and database. Another one than the last means that the database was
-- restored, moved or promoted, so that orders may be missing whose numbers customers have.
create table database_homes (
  id bigint generated always as identity primary key,
  home text not null,
  started_at timestamptz not null default now(),
  -- The last order number that was left out at this start; null if none was.
  skipped_to bigint
);
