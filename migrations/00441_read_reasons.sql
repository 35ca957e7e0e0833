-- +goose Up
-- Why an operator needs the record of a person, for the hours in which it holds.
create table read_reasons (
	operator_id  bigint not null,
	person_id    bigint not null,
	reason       text not null,
	date_created timestamptz not null,
	expires_at   timestamptz not null,
	constraint read_reasons_pkey primary key (operator_id, person_id),
	constraint read_reasons_operator_id_fkey foreign key (operator_id) references system_users (id) on delete cascade,
	constraint read_reasons_person_id_fkey foreign key (person_id) references users (id) on delete cascade,
	constraint read_reasons_reason_check check (length(reason) between 1 and 200)
);
create index read_reasons_person_id_idx on read_reasons (person_id);

-- +goose Down
drop table read_reasons;
