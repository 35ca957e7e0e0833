-- Labels of many orders are bought by a task, which a parcel remembers: a task that continues after a restart finds the
-- purchase that it began.

-- +goose Up
alter table tasks
  drop constraint tasks_kind_check,
  add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue', 'export',
    'move_orders', 'add_order_tag', 'remove_order_tag', 'rename_tag', 'join_tag', 'delete_tag', 'request_signatures', 'buy_labels'));

alter table parcels
  add column task_id bigint,
  add constraint parcels_task_id_fkey foreign key (task_id) references tasks (id) on delete set null;
create unique index parcels_task_id_order_id_key on parcels (task_id, order_id) where task_id is not null;

-- +goose Down
alter table parcels drop column task_id;
delete from tasks where kind = 'buy_labels';
alter table tasks
  drop constraint tasks_kind_check,
  add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue', 'export',
    'move_orders', 'add_order_tag', 'remove_order_tag', 'rename_tag', 'join_tag', 'delete_tag', 'request_signatures'));
