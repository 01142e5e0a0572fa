-- Who looked at whose identity document, when and why (DSG, VÜPF). Rows outlive the documents they tell of.
create table document_reads (
  id bigint generated always as identity primary key,
  document_id uuid not null,
  order_number text not null,
  reader text not null check (reader <> ''),
  reason text not null check (reason <> ''),
  read_at timestamptz not null default now()
);
create index document_reads_document on document_reads (document_id);

-- The nightly purge asks which files and documents nobody names any more.
create unique index documents_storage_key on documents (storage_key);
create index checkouts_document on checkouts (document_id) where document_id is not null;
create index orders_document on orders (document_id) where document_id is not null;
create index orders_created on orders (created_at);
