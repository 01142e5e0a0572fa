-- Who holds a number, as a keyed hash of the network address, and since when without a break: both have a limit.
alter table number_holds add column holder text, add column since timestamptz;
