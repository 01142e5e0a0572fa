-- Questions to the paid solvency check. `question` is a keyed hash of the person and the checkout, so that requests at the
-- same time ask once; `related` are keyed hashes of the person, the account, the home and the document, by which somebody
-- who was refused is known again in other checkouts. Without an answer the check is being asked.
create table credit_checks (
  question text primary key,
  related text[] not null,
  asked_at timestamptz not null,
  answer jsonb
);
create index credit_checks_related on credit_checks using gin (related);
create index credit_checks_asked_at on credit_checks (asked_at);
