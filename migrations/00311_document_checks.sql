-- +goose Up
-- A document that an associate sent and the staff checks. The row follows that of users_files, whose id it has. A document
-- that the staff attached, or that was sent before this table, has none.
create table document_checks (
	id bigint primary key references users_files (id) on delete cascade,
	associate_id bigint not null references users (id) on delete cascade,
	person_id bigint not null references users (id) on delete cascade,
	file_id bigint not null references files (id) on delete cascade,
	state text not null default 'received' constraint document_checks_state_check check (state in ('received', 'checking', 'accepted', 'refused')),
	reason text not null default '' constraint document_checks_reason_check check (length(reason) <= 500),
	expires date,
	request_id bigint references document_requests (id) on delete set null,
	locked_by uuid,
	locked_name text not null default '',
	locked_until timestamptz,
	date_created timestamptz not null,
	date_updated timestamptz not null
);
create index document_checks_associate_id_idx on document_checks (associate_id);
create index document_checks_person_id_idx on document_checks (person_id);
create index document_checks_file_id_idx on document_checks (file_id);
create index document_checks_request_id_idx on document_checks (request_id) where request_id is not null;
create index document_checks_waiting_idx on document_checks (date_created, id) where state in ('received', 'checking');

-- What happened to a document, each line kept.
create table document_check_changes (
	id bigint generated always as identity primary key,
	check_id bigint not null references document_checks (id) on delete cascade,
	state text not null,
	reason text not null default '',
	author_code uuid,
	author_name text not null default '',
	date_created timestamptz not null
);
create index document_check_changes_check_id_idx on document_check_changes (check_id, id);

-- +goose Down
drop table document_check_changes;
drop table document_checks;
