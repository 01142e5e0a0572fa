-- What a shopper's browser asked for in a checkout, and what was refused: for `kasse checkout show`. No value that anybody typed.
-- Without a reference to checkouts, so that writing it never waits for a purchase.
create table checkout_calls (
  checkout_id text not null,
  -- When it was answered.
  at timestamptz not null,
  -- Name of the call in the contract.
  call text not null,
  -- The rule that refused it; null if it worked.
  failure text,
  -- The step that was entered, or the names of the fields that were refused.
  detail text,
  -- How many equal ones came within a second.
  times int not null
);
create index checkout_calls_by_checkout on checkout_calls (checkout_id, at);
create index checkout_calls_by_time on checkout_calls using brin (at);
