-- +goose Up
-- The six-digit codes that letters carry. A subject is the hash of what the code confirms: an address, a login, a new
-- address of an account. The newest code of a subject replaces the one before it.
create table email_codes (
	id bigint generated always as identity primary key,
	purpose text not null constraint email_codes_purpose_check check (purpose in ('registration', 'login', 'address', 'change')),
	subject_hash bytea not null,
	code_hash bytea not null,
	tries integer not null default 0,
	expires timestamptz not null,
	ticket_hash bytea,
	date_created timestamptz not null,
	constraint email_codes_subject_key unique (purpose, subject_hash)
);
create index email_codes_date_created_idx on email_codes (date_created);

-- The addresses that associates gave up, with the link that takes the change back.
create table email_changes (
	id bigint generated always as identity primary key,
	associate_id bigint not null references users (id) on delete cascade,
	old_email text not null,
	new_email text not null,
	undo_hash bytea not null constraint email_changes_undo_hash_key unique,
	undo_until timestamptz not null,
	date_undone timestamptz,
	date_created timestamptz not null
);
create index email_changes_associate_id_idx on email_changes (associate_id);

-- +goose Down
drop table email_changes;
drop table email_codes;
