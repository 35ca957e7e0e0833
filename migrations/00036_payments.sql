-- The time at which an order and a service were marked as paid, so that the payments of a period are a range of an
-- index.

-- +goose Up
alter table orders add column paid_at timestamptz;
alter table services add column paid_at timestamptz;

update orders o set paid_at = c.paid_at
from (select order_id, max(date_created) as paid_at from order_changes where changes #>> '{status,to}' = 'Pago' group by order_id) c
where c.order_id = o.id and o.status in ('Pago', 'Em separação', 'Enviado', 'Entregue');
-- Services have no history: their last change is the latest moment at which they can have been paid.
update services set paid_at = date_updated where status = 'Pagamento Concluído';

create index orders_paid_at_idx on orders (paid_at) include (paid_on, amount_received, total) where paid_at is not null;
create index services_paid_at_idx on services (paid_at) include (price_paid, price, professional_id, type) where paid_at is not null;

-- +goose Down
drop index services_paid_at_idx, orders_paid_at_idx;
alter table services drop column paid_at;
alter table orders drop column paid_at;
