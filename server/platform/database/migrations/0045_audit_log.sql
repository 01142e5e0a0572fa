-- Who of the operator's people looked at what and did what (ADR 45). Each line has a keyed hash of itself and of the line before, so that none is
-- changed or removed unseen; the key is not in the database.
create table audit_log (
  seq bigint primary key check (seq > 0),
  at timestamptz not null,
  actor text not null,
  action text not null,
  -- The number of an order, or "#" and a keyed hash of what was named.
  subject text,
  reason text,
  hash bytea not null
);
create index audit_log_subject on audit_log (subject, seq) where subject is not null;
create index audit_log_at on audit_log (at);
create trigger audit_log_kept before update or delete on audit_log
  for each row execute function refuse_change();
