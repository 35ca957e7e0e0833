-- +goose Up
-- What pages of large associations read from indexes alone.

-- The list of orders, and the sums of a period.
drop index orders_date_created_idx;
create index orders_date_created_idx on orders (date_created desc, id desc) include (status, user_id, total);

-- The time of each associate's first order that was not cancelled; null if there is none.
alter table last_orders add column first_at timestamptz;
update last_orders l set first_at = (select min(date_created) from orders o where o.user_id = l.user_id and o.status <> 'Cancelado');
create index last_orders_first_at_idx on last_orders (first_at) include (user_id) where first_at is not null;

-- Appointments that wait for the staff: few, in a table of hundreds of thousands.
create index services_unpaid_own_idx on services (date_created, id)
  where status = 'Aguardando Pagamento' and price > 0 and created_by_user_code is null;
create index services_refunds_idx on services (date_created, id) where status = 'Pagamento Concluído' and cancelled_date is not null;

-- Sample rows are a few hundred beside the real ones.
create index orders_is_sample_idx on orders (id) where is_sample;
create index order_changes_is_sample_idx on order_changes (id) where is_sample;
create index services_is_sample_idx on services (id) where is_sample;
create index reception_is_sample_idx on reception (id) where is_sample;

-- +goose Down
drop index reception_is_sample_idx, services_is_sample_idx, order_changes_is_sample_idx, orders_is_sample_idx,
  services_refunds_idx, services_unpaid_own_idx;
alter table last_orders drop column first_at;
drop index orders_date_created_idx;
create index orders_date_created_idx on orders (date_created desc, id desc);
