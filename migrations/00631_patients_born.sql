-- Patients by their birth date, for those who come of age.

-- +goose Up
create index users_patients_birth_date_idx on users (birth_date) where status = 'patient';

-- +goose Down
drop index users_patients_birth_date_idx;
