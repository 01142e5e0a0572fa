-- A document that belongs to an order. Those without one have a quota, which every upload asks for.
alter table documents add column ordered boolean not null default false;
update documents d set ordered = true from orders o where o.document_id = d.id;
create index documents_unordered on documents (checkout_id) include (bytes) where not ordered;
drop index documents_created;
