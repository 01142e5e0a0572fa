-- concurrent
-- The numbers that one network address holds.
drop index concurrently if exists number_holds_holder;
create index concurrently number_holds_holder on number_holds (holder, until) where holder is not null;
