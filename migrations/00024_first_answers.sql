-- The first answer to a request with an Idempotency-Key is kept in the transaction of what was done, so nobody ever sees a
-- key without its answer; and only what was done is kept, so its status is the route's own.

-- +goose Up
alter table idempotency_keys drop column response_status;

-- +goose Down
alter table idempotency_keys add column response_status integer
  constraint idempotency_keys_response_status_check check (response_status between 100 and 599);
