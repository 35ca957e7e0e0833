-- +goose Up
-- Where copies are kept. The address holds the secrets of the place, so it is encrypted; label is what pages show of it.
create table backup_places (
	id bigint generated always as identity constraint backup_places_pkey primary key,
	name text not null constraint backup_places_name_check check (length(name) between 1 and 80),
	kind text not null constraint backup_places_kind_check check (kind in ('file', 'sftp', 's3')),
	label text not null,
	address_encrypted bytea not null,
	encryption_key_id text not null,
	last_ok_at timestamptz,
	last_error text,
	last_error_at timestamptz,
	date_created timestamptz not null default now(),
	constraint backup_places_name_key unique (name)
);

create table backups (
	id bigint generated always as identity constraint backups_pkey primary key,
	-- The name of the copy at its places, once it has begun to be written.
	name text not null default '',
	state text not null constraint backups_state_check check (state in ('running', 'done', 'failed')),
	-- The name of the person who requested it; empty for the schedule.
	requested_by_name text not null default '',
	progress double precision not null default 0,
	places jsonb not null default '[]',
	associates bigint not null default 0,
	rows bigint not null default 0,
	contents bigint not null default 0,
	missing bigint not null default 0,
	bytes bigint not null default 0,
	added bigint not null default 0,
	error text not null default '',
	date_started timestamptz not null,
	date_ended timestamptz
);
create index backups_date_started_idx on backups (date_started desc);
create unique index backups_running_key on backups (state) where state = 'running';

create table backup_drills (
	id bigint generated always as identity constraint backup_drills_pkey primary key,
	backup_id bigint not null,
	state text not null constraint backup_drills_state_check check (state in ('running', 'passed', 'failed')),
	checks jsonb not null default '[]',
	error text not null default '',
	date_started timestamptz not null,
	date_ended timestamptz,
	constraint backup_drills_backup_id_fkey foreign key (backup_id) references backups (id) on delete cascade
);
create index backup_drills_backup_id_idx on backup_drills (backup_id);
create index backup_drills_date_started_idx on backup_drills (date_started desc);
create unique index backup_drills_running_key on backup_drills (state) where state = 'running';

-- The key on paper: its public half, with which every copy can be opened without the server.
create table backup_paper_keys (
	is_single boolean not null default true constraint backup_paper_keys_pkey primary key constraint backup_paper_keys_is_single_check check (is_single),
	recipient text not null,
	kept_at text not null default '',
	printed_by_name text not null,
	date_printed timestamptz not null,
	checked_by_name text not null default '',
	date_checked timestamptz
);

-- +goose Down
drop table backup_paper_keys;
drop table backup_drills;
drop table backups;
drop table backup_places;
