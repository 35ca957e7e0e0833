-- Tasks of orders, of tags and of sheets to print, besides those of associates.

-- +goose Up
alter table task_rows rename column associate_id to row_id;
alter table tasks
  -- Further data of the action, such as the new status of orders.
  add column facts jsonb,
  drop constraint tasks_kind_check,
  add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue', 'export',
    'move_orders', 'add_order_tag', 'remove_order_tag', 'rename_tag', 'join_tag', 'delete_tag')),
  drop constraint tasks_tag_check,
  add constraint tasks_tag_check check ((kind in ('add_tag', 'remove_tag', 'add_order_tag', 'remove_order_tag', 'rename_tag', 'join_tag', 'delete_tag')) = (tag is not null) and length(tag) between 1 and 60),
  add constraint tasks_facts_check check ((kind in ('move_orders', 'rename_tag', 'join_tag', 'delete_tag')) = (facts is not null));
alter table exports
  drop constraint exports_format_check,
  add constraint exports_format_check check (format in ('csv', 'xlsx', 'pdf'));

-- +goose Down
delete from tasks where kind not in ('add_tag', 'remove_tag', 'enqueue', 'export') or id in (select task_id from exports where format = 'pdf');
alter table exports
  drop constraint exports_format_check,
  add constraint exports_format_check check (format in ('csv', 'xlsx'));
alter table tasks
  drop constraint tasks_facts_check,
  drop column facts,
  drop constraint tasks_kind_check,
  add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue', 'export')),
  drop constraint tasks_tag_check,
  add constraint tasks_tag_check check ((kind in ('add_tag', 'remove_tag')) = (tag is not null) and length(tag) between 1 and 60);
alter table task_rows rename column row_id to associate_id;
