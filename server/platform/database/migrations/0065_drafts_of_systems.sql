-- The system of the operator that delivers a draft (TM Forum's TMF620), null for a draft of people; and whether it
-- delivered a whole catalogue. The lock of the catalogue's versions makes sure that a system has one open draft.
alter table desk_drafts
  add column system text,
  add column imported boolean not null default false;
-- The interface of a listener, with its version. For the catalogue: the version that it was told last, and when it is
-- tried again after a failure.
alter table tmf_listeners
  add column interface text not null default 'order v4',
  add column told_version int,
  add column failures int not null default 0,
  add column again_at timestamptz;
