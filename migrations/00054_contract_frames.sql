-- The frame with the parties of a contract, so that the signed document repeats that of the filled one; the task that
-- asks for new signatures.

-- +goose Up
alter table contracts
  add column frame jsonb not null default '{}',
  add constraint contracts_frame_check check (is_object(frame));

alter table tasks
  drop constraint tasks_kind_check,
  add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue', 'export',
    'move_orders', 'add_order_tag', 'remove_order_tag', 'rename_tag', 'join_tag', 'delete_tag', 'request_signatures'));

-- +goose Down
delete from tasks where kind = 'request_signatures';
alter table tasks
  drop constraint tasks_kind_check,
  add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue', 'export',
    'move_orders', 'add_order_tag', 'remove_order_tag', 'rename_tag', 'join_tag', 'delete_tag'));
alter table contracts drop column frame;
