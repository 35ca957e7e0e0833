-- System errors: what their pages show of a group, and counts by hour and by release that outlast the samples, of which
-- only the latest of each group are kept.

-- +goose Up
alter table system_error_groups
  add column source           text not null default 'server',
  -- The first own frame: a function with its file, or the name of a handler.
  add column place            text not null default '',
  -- The page or route of the latest event, without ids.
  add column path             text not null default '',
  add column last_release     text,
  add column resolved_release text,
  add column reopened_at      timestamptz,
  add constraint system_error_groups_source_check check (source in ('server', 'browser')),
  add constraint system_error_groups_place_check check (length(place) <= 200),
  add constraint system_error_groups_path_check check (length(path) <= 300),
  add constraint system_error_groups_last_release_check check (length(last_release) <= 100),
  add constraint system_error_groups_resolved_release_check check (length(resolved_release) <= 100);
create index system_error_groups_last_seen_idx on system_error_groups (last_seen desc, error_hash);

-- How many personal data were taken out of an event, by kind: {"cpf": 1, "email": 1}.
alter table system_errors add column removed jsonb not null default '{}',
  add constraint system_errors_removed_check check (is_object(removed));

create table system_error_hours (
  error_hash text        not null,
  hour       timestamptz not null,
  events     bigint      not null,
  constraint system_error_hours_pkey primary key (error_hash, hour),
  constraint system_error_hours_error_hash_fkey foreign key (error_hash) references system_error_groups (error_hash) on delete cascade,
  constraint system_error_hours_events_check check (events > 0)
);
create index system_error_hours_hour_idx on system_error_hours (hour);

create table system_error_releases (
  error_hash text        not null,
  release    text        not null,
  events     bigint      not null,
  first_seen timestamptz not null,
  constraint system_error_releases_pkey primary key (error_hash, release),
  constraint system_error_releases_error_hash_fkey foreign key (error_hash) references system_error_groups (error_hash) on delete cascade,
  constraint system_error_releases_release_check check (length(release) between 1 and 100),
  constraint system_error_releases_events_check check (events > 0)
);

-- +goose Down
drop table system_error_releases;
drop table system_error_hours;
alter table system_errors drop column removed;
drop index system_error_groups_last_seen_idx;
alter table system_error_groups drop column source, drop column place, drop column path, drop column last_release, drop column resolved_release, drop column reopened_at;
