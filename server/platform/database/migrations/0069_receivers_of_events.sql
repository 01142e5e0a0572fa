-- Receivers of events that are left alone for some time, because they did not accept any.

-- Since when a listener has accepted nothing; null if it accepted the last event.
alter table tmf_listeners add column failing_since timestamptz;

-- Platforms that did not accept the last event about an order. `platform`: the address of the profile.
create table agent_receivers (
  platform text primary key,
  failures integer not null,
  again_at timestamptz not null,
  failing_since timestamptz not null
);
