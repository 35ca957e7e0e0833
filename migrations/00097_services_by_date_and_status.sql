-- The list of appointments counts its tabs by date and status, without reading the rows.

-- +goose Up
drop index services_by_date_idx;
create index services_by_date_idx on services (consultation_date, id) include (status);

-- +goose Down
drop index services_by_date_idx;
create index services_by_date_idx on services (consultation_date, id);
