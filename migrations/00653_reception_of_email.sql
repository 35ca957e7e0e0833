-- +goose Up
-- The contacts of a person without a link, open or not: the record of an associate lists both.
create index reception_unlinked_email_idx on reception (email) where associate_code is null and email is not null;
drop index reception_open_email_idx;

-- +goose Down
create index reception_open_email_idx on reception (email) where completed_at is null;
drop index reception_unlinked_email_idx;
