-- A document belongs to the customer whose order names it, not to whoever typed its number first. The hash is keyed (HMAC) over
-- issuing country, type and number. Claims of earlier orders are made at the next start (server/sale/order/old-rows.ts).
drop table document_numbers;
create table document_claims (
  document_hash bytea primary key,
  account_id uuid not null references accounts
);
alter table orders add column document_hash bytea;
create index orders_document_hash on orders (document_hash) where document_hash is not null;
