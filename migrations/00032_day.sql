-- Indexes for the first page of the staff: unpaid orders, moves of orders by their status, recent activities, and
-- stalled registrations.

-- +goose Up
create index orders_receivable_idx on orders (date_created, id) include (total) where status = 'Aguardando pagamento';
create index order_changes_date_created_idx on order_changes (date_created desc, id desc);
create index order_changes_moves_idx on order_changes ((changes #>> '{status,to}'), date_created) include (order_id)
  where changes #>> '{status,to}' is not null;
create index users_underway_idx on users (date_updated desc, id desc) where status = 'active';

-- +goose Down
drop index users_underway_idx, order_changes_moves_idx, order_changes_date_created_idx, orders_receivable_idx;
