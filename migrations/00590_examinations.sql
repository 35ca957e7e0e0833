-- +goose Up
-- What the hourly examination of the installation found.
create table examinations (
  id bigint generated always as identity primary key,
  date_created timestamptz not null,
  took_ms integer not null,
  -- The free space of the server's disk in bytes, 0 if unknown: from the earlier ones follows when the disk is full.
  disk_free bigint not null,
  findings jsonb not null
);
create index examinations_date_created_idx on examinations (date_created desc, id desc);

-- +goose Down
drop table examinations;
