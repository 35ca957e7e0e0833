-- +goose Up
-- The Pix key that a payout lacks was requested from the professional.
alter table statement_events drop constraint statement_events_kind_check,
  add constraint statement_events_kind_check check (kind in ('closed', 'reopened', 'paid', 'unpaid', 'key_asked'));

-- +goose Down
delete from statement_events where kind = 'key_asked';
alter table statement_events drop constraint statement_events_kind_check,
  add constraint statement_events_kind_check check (kind in ('closed', 'reopened', 'paid', 'unpaid'));
