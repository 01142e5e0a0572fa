-- Texts that the SMS centre has accepted (no state), and its delivery receipts, to see when they stop. Nobody's number, no id of a message.
create table sms_events (
  id bigint generated always as identity primary key,
  state text check (
    state in ('underway', 'delivered', 'expired', 'deleted', 'undeliverable', 'accepted', 'unknown', 'rejected')
  ),
  at timestamptz not null default now()
);
create index sms_events_at on sms_events (at);
