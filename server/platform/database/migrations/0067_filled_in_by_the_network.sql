-- The consent by which the mobile network filled in the form: when, in which words, and the names of the fields.
alter table checkouts add column filled_in jsonb;
