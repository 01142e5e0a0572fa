-- The numbers of a street's houses are in its row, in natural order: a search reads one row instead of dozens, and loading a register
-- writes one for each street instead of fifteen.
alter table address_streets add column houses text[] not null default '{}';

update address_streets set houses = known.numbers
from (
  select street_id, array_agg(number order by (substring(number from '^\d{1,9}'))::int nulls first, number) as numbers
  from address_houses
  group by street_id
) known
where known.street_id = address_streets.id;

drop table address_houses;

create index address_streets_zipcode on address_streets (zipcode);
