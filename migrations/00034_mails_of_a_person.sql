-- The page of an associate lists the e-mails to them.

-- +goose Up
create index mails_recipient_idx on mails (recipient, date_created desc, id desc);

-- +goose Down
drop index mails_recipient_idx;
