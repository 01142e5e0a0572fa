-- Systems of the operator that are told about orders (TM Forum's hub), and what each was told last.
create table tmf_listeners (
  id uuid primary key default gen_random_uuid(),
  integrator text not null,
  callback text not null,
  -- The type of events that it wants; null for all.
  event_type text,
  created_at timestamptz not null default now()
);
create table tmf_told (
  listener_id uuid not null references tmf_listeners on delete cascade,
  order_id uuid not null references orders on delete cascade,
  -- The state that it was told last; null if it was told nothing yet.
  state text,
  failures int not null default 0,
  again_at timestamptz,
  primary key (listener_id, order_id)
);
create index tmf_told_orders on tmf_told (order_id);
