-- Columns that people filter by, and the open contacts of each attendant, which are counted where they are handed over.

-- +goose Up
create index orders_email_idx on orders (email) where email is not null;
create index reception_open_attendant_idx on reception (attendant) where completed_at is null and attendant is not null;

-- +goose Down
drop index reception_open_attendant_idx;
drop index orders_email_idx;
