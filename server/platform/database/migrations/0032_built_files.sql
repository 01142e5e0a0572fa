-- The browser's files of this build and of earlier ones: a page of the version before still asks for its own.
create table built_files (
  name text primary key,
  plain bytea not null,
  brotli bytea,
  kept_at timestamptz not null default now()
);
