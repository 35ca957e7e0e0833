-- The menu counts the contested services on every page (models/reports, contests.go).

-- +goose Up
create index services_contested_idx on services (consultation_date) where commission_validation = 'contested';

-- +goose Down
drop index services_contested_idx;
