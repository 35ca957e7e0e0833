-- +goose Up
-- What an associate does not allow, for themselves and their patients; migrations/derived/refused_purposes.sql keeps it.
alter table users add column refused jsonb not null default '[]';

-- +goose Down
alter table users drop column refused;
