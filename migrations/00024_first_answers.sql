-- The first response to a request with an Idempotency-Key is stored in the transaction of its changes, so a key is
-- never visible without its response. Only successful requests are stored, so the status is that of the route.

-- +goose Up
alter table idempotency_keys drop column response_status;

-- +goose Down
alter table idempotency_keys add column response_status integer
  constraint idempotency_keys_response_status_check check (response_status between 100 and 599);
