-- The texts of the brand that people at the desk write: contact, terms and legal pages (ADR 49). Without an activation those of the brand file hold.
create table brand_texts (
  version integer generated always as identity primary key,
  -- Not jsonb, which forgets the order of the pages.
  content json not null,
  checksum text not null unique,
  saved_by text not null,
  saved_at timestamptz not null
);
-- What was ordered to hold from when on, and by whom. Version 0 is the brand file.
create table brand_text_activations (
  id integer generated always as identity primary key,
  version integer not null,
  starts_at timestamptz not null,
  actor text not null,
  ordered_at timestamptz not null,
  cancelled_at timestamptz,
  cancelled_by text
);
