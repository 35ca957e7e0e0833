-- The orders of a product are found by its code.

-- +goose Up
create index orders_items_idx on orders using gin (items jsonb_path_ops);

-- +goose Down
drop index orders_items_idx;
