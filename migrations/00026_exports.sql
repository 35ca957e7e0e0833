-- Exports of long lists: a task writes the file and stores it here for download.

-- +goose Up
alter table tasks
  -- The time when the owner saw the end of the task. If it is null, every page notifies the owner.
  add column date_seen timestamptz,
  drop constraint tasks_kind_check,
  add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue', 'export'));
update tasks set date_seen = date_ended;
create index tasks_unseen_idx on tasks (owner_id, date_created desc, id desc) where date_seen is null;

-- The request of an export, and the metadata of its complete file. The filters are stored for repeating the request.
create table exports (
  task_id      bigint not null,
  list         text   not null,
  collection   text   not null,
  query        text   not null,
  -- The columns; null for the default columns of the list.
  shown        jsonb,
  format       text   not null,
  words        jsonb,
  file_name    text,
  content_type text,
  size         bigint,
  date_expires timestamptz,
  constraint exports_pkey primary key (task_id),
  constraint exports_task_id_fkey foreign key (task_id) references tasks (id) on delete cascade,
  constraint exports_format_check check (format in ('csv', 'xlsx')),
  constraint exports_query_check check (length(query) <= 4000),
  constraint exports_size_check check (num_nulls(file_name, content_type, size, date_expires) in (0, 4) and size >= 0)
);
create index exports_date_expires_idx on exports (date_expires) where date_expires is not null;

-- The content of a file in chunks of 1 MiB, which every instance can read. PostgreSQL compresses each chunk.
create table export_chunks (
  task_id bigint  not null,
  place   integer not null,
  bytes   bytea   not null,
  constraint export_chunks_pkey primary key (task_id, place),
  constraint export_chunks_task_id_fkey foreign key (task_id) references exports (task_id) on delete cascade,
  constraint export_chunks_bytes_check check (length(bytes) between 1 and 1048576)
);

-- +goose Down
drop table export_chunks;
drop table exports;
delete from tasks where kind = 'export';
drop index tasks_unseen_idx;
alter table tasks
  drop column date_seen,
  drop constraint tasks_kind_check,
  add constraint tasks_kind_check check (kind in ('add_tag', 'remove_tag', 'enqueue'));
