-- The answer of the solvency check, which the operator pays for, with the person that it is about.
alter table checkouts add column solvency jsonb;
