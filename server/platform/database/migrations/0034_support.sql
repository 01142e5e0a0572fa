-- concurrent
-- What support searches for: an e-mail, the last nine digits of a phone number however it was typed, the provider's id of a payment.
drop index concurrently if exists checkouts_registered_email;
create index concurrently checkouts_registered_email on checkouts (registered_email) where registered_email is not null;
drop index concurrently if exists checkouts_account;
create index concurrently checkouts_account on checkouts (account_id) where account_id is not null;
drop index concurrently if exists checkouts_phone;
create index concurrently checkouts_phone on checkouts (right(regexp_replace(form->>'mobilePhone', '\D', '', 'g'), 9))
  where form is not null;
drop index concurrently if exists checkouts_transfer;
create index concurrently checkouts_transfer on checkouts (right(regexp_replace(form->>'mnpMsisdn', '\D', '', 'g'), 9))
  where form is not null;
drop index concurrently if exists payments_provider_payment;
create index concurrently payments_provider_payment on payments (provider_payment_id) where provider_payment_id is not null;
