-- A task can stop between two rows and continue later.

-- +goose Up
alter table tasks
  drop constraint tasks_status_check,
  add constraint tasks_status_check check (status in ('waiting', 'running', 'paused', 'done', 'cancelled', 'failed'));

-- +goose Down
update tasks set status = 'cancelled', date_ended = now() where status = 'paused';
alter table tasks
  drop constraint tasks_status_check,
  add constraint tasks_status_check check (status in ('waiting', 'running', 'done', 'cancelled', 'failed'));
