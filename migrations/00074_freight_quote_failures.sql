-- A carrier that failed is remembered for a minute, so that the cart shows the other carriers' options at once.

-- +goose Up
alter table freight_quotes add column failure jsonb;
alter table freight_quotes add constraint freight_quotes_failure_check check (is_object(failure));

-- +goose Down
alter table freight_quotes drop column failure;
