-- The open items without an attendant, which the menu counts on every page.

-- +goose Up
create index reception_unattended_idx on reception (id) where completed_at is null and attendant is null;

-- +goose Down
drop index reception_unattended_idx;
