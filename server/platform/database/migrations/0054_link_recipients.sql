-- Whom a link to a checkout was mailed to, as a hash: it opens the order of no other person, and nobody gets two within its life.
-- Links of the version before have none; they open a copy of the goods.
alter table checkout_links add column email_hash bytea;
