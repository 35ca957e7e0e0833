-- +goose Up
-- The associates who were reminded of a registration that they did not finish.
create table registration_reminders (
	user_id bigint primary key references users (id) on delete cascade,
	date_created timestamptz not null
);

-- +goose Down
drop table registration_reminders;
