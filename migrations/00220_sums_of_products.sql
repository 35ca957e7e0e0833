-- The months of one product read its own days alone.

-- +goose Up
create index order_product_days_code_idx on order_product_days (code, day);

-- +goose Down
drop index order_product_days_code_idx;
