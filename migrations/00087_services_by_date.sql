-- The list of all services by date, in both directions, with those without a date last: the partial index of the first
-- migrations has only those with one.

-- +goose Up
create index services_by_date_idx on services (consultation_date, id);
create index services_by_date_desc_idx on services (consultation_date desc nulls last, id desc);
drop index services_consultation_date_idx;

-- +goose Down
create index services_consultation_date_idx on services (consultation_date desc, id desc) where consultation_date is not null;
drop index services_by_date_desc_idx;
drop index services_by_date_idx;
