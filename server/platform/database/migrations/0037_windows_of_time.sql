-- concurrent
-- Windows of time over tables that grow for years. Rows come in the order of time, so an index of ranges of pages is enough, which costs a
-- purchase next to nothing.
drop index concurrently if exists payments_created;
create index concurrently payments_created on payments using brin (created_at) with (pages_per_range = 32);
drop index concurrently if exists handovers_created;
create index concurrently handovers_created on handovers using brin (created_at) with (pages_per_range = 32);
drop index concurrently if exists esims_created;
create index concurrently esims_created on esims using brin (created_at) with (pages_per_range = 32);
