-- Services that repeat: those of one series share a code and how often they repeat.

-- +goose Up
alter table services add column series_code uuid, add column series_every text,
  add constraint services_series_check check ((series_code is null) = (series_every is null)),
  add constraint services_series_every_check check (series_every in ('weekly', 'fortnightly', 'monthly'));
create index services_series_code_idx on services (series_code, consultation_date, id) where series_code is not null;

-- +goose Down
alter table services drop column series_every, drop column series_code;
