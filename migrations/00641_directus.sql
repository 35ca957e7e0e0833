-- How far a Directus was moved, and its files.

-- +goose Up
create table directus_marks (
  collection text not null,
  -- The last id of an unfinished run; since is the beginning of the last whole one.
  last_id    text not null default '',
  since      timestamptz,
  started    timestamptz not null,
  constraint directus_marks_pkey primary key (collection),
  constraint directus_marks_collection_check check (length(collection) between 1 and 60),
  constraint directus_marks_last_id_check check (length(last_id) <= 60)
);

create table directus_files (
  directus_id uuid not null,
  file_id     bigint not null,
  version     text not null,
  -- Of the bytes there; photos lose their metadata here.
  sha256      text not null,
  constraint directus_files_pkey primary key (directus_id),
  constraint directus_files_file_id_fkey foreign key (file_id) references files (id) on delete cascade,
  constraint directus_files_sha256_check check (is_sha256_hex(sha256)),
  constraint directus_files_version_check check (length(version) <= 1000)
);
create index directus_files_file_id_idx on directus_files (file_id);

-- +goose Down
drop table directus_files;
drop table directus_marks;
