-- The quota of documents without an order sums up the young ones.
create index documents_created on documents (created_at);
