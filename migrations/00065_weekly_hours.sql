-- The hours in which a professional attends, by weekday. Free times of the agenda are computed from them.

-- +goose Up
alter table professionals
  add column weekly_hours jsonb not null default '{}',
  add constraint professionals_weekly_hours_check check (jsonb_typeof(weekly_hours) = 'object');

-- +goose Down
alter table professionals drop column weekly_hours;
