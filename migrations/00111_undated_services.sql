-- Services without a date are few and are looked at all day: on the agenda and on the first page of the staff.

-- +goose Up
create index services_undated_idx on services (date_created, id) include (professional_id) where consultation_date is null;

-- +goose Down
drop index services_undated_idx;
