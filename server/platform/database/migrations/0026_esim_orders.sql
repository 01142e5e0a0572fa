-- An eSIM's order at the SM-DP+: what was tried and went wrong, and what became of the profile (docs/integrations/esim.md).
alter table esims drop constraint esims_state_check;
alter table esims add constraint esims_state_check
  check (state in ('ordered', 'ready', 'failed', 'cancelling', 'cancelled'));
alter table esims
  -- Since when a job asks the SM-DP+; kept before the call. A job that finds it comes after a process that died.
  add column asking_since timestamptz,
  -- Tries since the last success, and how many answers of downloadOrder were lost: each may have reserved a profile.
  add column tries integer not null default 0,
  add column lost_answers integer not null default 0,
  add column next_try_at timestamptz,
  -- The function and the code that the last try ended with, such as `downloadOrder 8.2.5/3.7`.
  add column problem text,
  -- Somebody has to look at it.
  add column alarm boolean not null default false,
  -- Set before the call, and again false after an answer which says that it was not carried out. So "not available" is known to be one's own doing.
  add column confirm_asked boolean not null default false,
  add column cancel_asked boolean not null default false,
  -- How often the order began again with another profile: part of the call ids.
  add column round integer not null default 0,
  -- What the phone has done with the profile, as the SM-DP+ reports it.
  add column progress text check (progress in ('downloaded', 'installed')),
  add column progress_at timestamptz;
create index esims_iccid on esims (rtrim(iccid, 'Ff'));
create index esims_alarm on esims (created_at) where alarm;

-- What the SM-DP+ has reported of a profile (ES2+ handleDownloadProgressInfo). No EID: Kasse does not need it.
create table esim_notifications (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders,
  point integer not null,
  status text not null,
  code text,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  unique (order_id, point, status, at)
);

-- ICCIDs that the operator has supplied, so that each order asks for a certain profile.
create table esim_iccids (
  iccid text primary key,
  profile_type text not null,
  order_id uuid references orders,
  -- Set before downloadOrder asks for it, as `confirm_asked`.
  asked boolean not null default false,
  -- Not to be used again: the SM-DP+ does not have it, or it was cancelled for good.
  spent boolean not null default false,
  loaded_at timestamptz not null default now()
);
create index esim_iccids_free on esim_iccids (profile_type, iccid) where order_id is null and not spent;
create unique index esim_iccids_order on esim_iccids (order_id) where order_id is not null;
