-- +goose Up
-- Tasks that set a field of associates, write to them or send their term.
alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue', 'export',
  'move_orders', 'add_order_tag', 'remove_order_tag', 'rename_tag', 'join_tag', 'delete_tag', 'request_signatures', 'buy_labels',
  'set_field', 'send_text', 'send_terms'));
alter table tasks drop constraint tasks_facts_check;
alter table tasks add constraint tasks_facts_check check ((kind in ('move_orders', 'rename_tag', 'join_tag', 'delete_tag', 'set_field', 'send_text')) = (facts is not null));

-- +goose Down
delete from tasks where kind in ('set_field', 'send_text', 'send_terms');
alter table tasks drop constraint tasks_facts_check;
alter table tasks add constraint tasks_facts_check check ((kind in ('move_orders', 'rename_tag', 'join_tag', 'delete_tag')) = (facts is not null));
alter table tasks drop constraint tasks_kind_check;
alter table tasks add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue', 'export',
  'move_orders', 'add_order_tag', 'remove_order_tag', 'rename_tag', 'join_tag', 'delete_tag', 'request_signatures', 'buy_labels'));
