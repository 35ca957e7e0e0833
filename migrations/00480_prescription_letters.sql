-- The letter about the end of a prescription that was written last, in days before the end; null before the first.

-- +goose Up
alter table prescriptions add column reminded_days smallint constraint prescriptions_reminded_days_check check (reminded_days in (60, 30, 7));
create index prescriptions_valid_until_current_idx on prescriptions (valid_until) where refused_reason is null and replaced_by_id is null;

-- +goose Down
drop index prescriptions_valid_until_current_idx;
alter table prescriptions drop column reminded_days;
