-- +goose Up
-- What a task did to each of its rows, and the value that a field had before it: for the file of results, and to undo it.
alter table task_rows add column outcome text constraint task_rows_outcome_check check (outcome in ('changed', 'passed_over'));
alter table task_rows add column before text;
alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue', 'export',
  'move_orders', 'add_order_tag', 'remove_order_tag', 'rename_tag', 'join_tag', 'delete_tag', 'request_signatures', 'buy_labels',
  'set_field', 'send_text', 'send_terms', 'undo_group'));
alter table tasks drop constraint tasks_facts_check;
alter table tasks add constraint tasks_facts_check check ((kind in ('move_orders', 'rename_tag', 'join_tag', 'delete_tag', 'set_field', 'send_text', 'undo_group')) = (facts is not null));

-- +goose Down
delete from tasks where kind = 'undo_group';
alter table tasks drop constraint tasks_facts_check;
alter table tasks add constraint tasks_facts_check check ((kind in ('move_orders', 'rename_tag', 'join_tag', 'delete_tag', 'set_field', 'send_text')) = (facts is not null));
alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue', 'export',
  'move_orders', 'add_order_tag', 'remove_order_tag', 'rename_tag', 'join_tag', 'delete_tag', 'request_signatures', 'buy_labels',
  'set_field', 'send_text', 'send_terms'));
alter table task_rows drop column before;
alter table task_rows drop column outcome;
