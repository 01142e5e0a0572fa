-- The board of the desk (ADR 48): figures of each hour, without a person in them, which stay after the records that they are from are purged.
create table desk_figures (
  source text not null check (source in ('checkouts', 'orders', 'payments', 'codes')),
  -- Its begin.
  hour timestamptz not null,
  -- Null until they are computed, which never happens if the records were gone before.
  figures jsonb,
  -- When the records are to be looked at again.
  due_at timestamptz not null,
  changed_at timestamptz not null default now(),
  primary key (source, hour)
);
create index desk_figures_due on desk_figures (source, due_at);
create index desk_figures_changed on desk_figures (changed_at);
-- Which checkouts began when. An index on the time in the table itself would be written with every change of a checkout, and so by each
-- purchase; this is written by the desk. No foreign key: checking it would lock the checkout's row.
create table desk_checkouts (
  created_at timestamptz not null,
  checkout_id text not null,
  primary key (created_at, checkout_id)
);
-- The newest rows are found by it as well, not only what the last vacuum saw.
alter index payments_created set (autosummarize = on);
