-- A new login e-mail of an associate with a password, until it is confirmed by a link sent to the current one.

-- +goose Up
alter table users
  add column pending_email         text,
  add column pending_email_token   bytea,
  add column pending_email_expires timestamptz,
  add constraint users_pending_email_check check (is_email(pending_email)),
  add constraint users_pending_email_token_check check (is_sha256(pending_email_token)),
  add constraint users_pending_email_expires_check check ((pending_email is null) = (pending_email_expires is null));
create unique index users_pending_email_token_key on users (pending_email_token) where pending_email_token is not null;

-- +goose Down
drop index users_pending_email_token_key;
alter table users
  drop column pending_email_expires,
  drop column pending_email_token,
  drop column pending_email;
