-- +goose Up
-- Who opened which person's data: one row for equal reads within ten minutes. It holds no data of the person but id and code,
-- without foreign keys, so that it survives its rows. Partitions of a month are created when its first read is written.
create table reads (
  id           bigint generated always as identity,
  block        bigint not null,
  number       bigint not null,
  seen_at      timestamptz not null,
  viewer_kind  text not null,
  viewer_id    bigint not null,
  viewer_code  text not null,
  viewer_name  text not null,
  viewer_role  text not null,
  session_id   bigint not null,
  subject      text not null,
  subject_key  text not null,
  people       integer not null,
  part         text not null,
  channel      text not null,
  reason       text not null,
  ip           inet,
  person_id    bigint,
  person_code  uuid,
  constraint reads_pkey primary key (seen_at, id),
  constraint reads_channel_check check (channel in ('page', 'api', 'file', 'export')),
  constraint reads_part_check check (length(part) <= 60),
  constraint reads_people_check check (people >= 0),
  constraint reads_reason_check check (length(reason) <= 200),
  constraint reads_subject_check check (length(subject) between 1 and 60),
  constraint reads_subject_key_check check (length(subject_key) <= 60),
  constraint reads_viewer_code_check check (length(viewer_code) <= 60),
  constraint reads_viewer_kind_check check (viewer_kind in ('operator', 'associate', 'api_key')),
  constraint reads_viewer_name_check check (length(viewer_name) <= 250),
  constraint reads_viewer_role_check check (length(viewer_role) <= 60)
) partition by range (seen_at);
create index reads_person_id_idx on reads (person_id, seen_at desc, id desc) where person_id is not null;
create index reads_seen_at_idx on reads (seen_at desc, id desc);
create index reads_viewer_idx on reads (viewer_kind, viewer_id, seen_at desc, id desc);
create index reads_block_idx on reads using brin (block);

-- The processes that wrote reads. One without stopped_at that writes no longer was killed: the reads of its last second may be
-- missing.
create table log_writers (
  id          bigint generated always as identity,
  started_at  timestamptz not null,
  last_at     timestamptz not null,
  stopped_at  timestamptz,
  last_number bigint not null default 0,
  constraint log_writers_pkey primary key (id)
);

-- The chain over reads and security events. Each block holds the digests of its rows and the hash of the block before it. The
-- numbers of a writer's reads follow each other.
create table log_blocks (
  id            bigint not null,
  writer_id     bigint not null,
  date_created  timestamptz not null,
  first_number  bigint not null,
  last_number   bigint not null,
  reads         integer not null,
  reads_from    timestamptz,
  reads_to      timestamptz,
  reads_digest  bytea not null,
  events        integer not null,
  events_from   timestamptz,
  events_digest bytea not null,
  hash          bytea not null,
  constraint log_blocks_pkey primary key (id),
  constraint log_blocks_writer_id_fkey foreign key (writer_id) references log_writers (id) on delete restrict
);
create index log_blocks_writer_id_idx on log_blocks (writer_id);

-- From when the rows of the chain are kept, and how the last check ended. One row.
create table log_checks (
  id           integer not null default 1,
  reads_since  timestamptz not null default '-infinity',
  events_since timestamptz not null default '-infinity',
  checked_at   timestamptz,
  checked_rows bigint not null default 0,
  faults       jsonb not null default '[]',
  constraint log_checks_pkey primary key (id),
  constraint log_checks_id_check check (id = 1)
);
insert into log_checks (id) values (1);

-- The block of an event; null until the next one is written.
alter table security_events add column block bigint;
create index security_events_block_idx on security_events (id) where block is null;
create index security_events_of_block_idx on security_events (block) where block is not null;

-- People whose names are widely known: reading their records is unusual.
create table protected_people (
  user_id      bigint not null,
  marked_by    uuid,
  date_created timestamptz not null,
  constraint protected_people_pkey primary key (user_id),
  constraint protected_people_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);

-- What an administrator decided about unusual reads of a viewer on a day.
create table read_reviews (
  id           bigint generated always as identity,
  kind         text not null,
  viewer_id    bigint not null,
  day          date not null,
  reason       text not null,
  reviewed_by  uuid not null,
  date_created timestamptz not null,
  constraint read_reviews_pkey primary key (id),
  constraint read_reviews_key unique (kind, viewer_id, day),
  constraint read_reviews_kind_check check (kind in ('many', 'night', 'colleague', 'protected')),
  constraint read_reviews_reason_check check (length(reason) between 1 and 500)
);

-- +goose Down
drop table read_reviews;
drop table protected_people;
drop index security_events_of_block_idx;
drop index security_events_block_idx;
alter table security_events drop column block;
drop table log_checks;
drop table log_blocks;
drop table log_writers;
drop table reads;
