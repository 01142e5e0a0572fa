-- Two levels, as measured in the decision on address search: few streets with a text index, many houses by street.
create table address_streets (
  id integer generated always as identity primary key,
  street text not null,
  zipcode text not null,
  city text not null,
  -- Lower-cased, unaccented words of street, postcode and place, made by the application.
  search tsvector not null,
  unique (street, zipcode, city)
);
create index address_streets_search on address_streets using gin (search);

create table address_houses (
  street_id integer not null references address_streets on delete cascade,
  number text not null,
  egaid text not null,
  primary key (street_id, number)
);
create index address_houses_number on address_houses (street_id, number text_pattern_ops);

create table address_loads (
  checksum text primary key,
  houses integer not null,
  loaded_at timestamptz not null default now()
);
