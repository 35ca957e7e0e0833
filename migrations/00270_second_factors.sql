-- +goose Up
-- Since when an account has a second factor, and from when its roles require one; null without.
alter table system_users add column second_step_at timestamptz;
alter table system_users add column second_step_due timestamptz;

-- The authenticator app of an operator. last_step is the period of the last accepted code: no earlier one is accepted.
create table authenticators (
	id                bigint generated always as identity,
	operator_id       bigint not null,
	secret_encrypted  bytea not null,
	encryption_key_id text not null,
	last_step         bigint not null,
	last_used_at      timestamptz,
	date_created      timestamptz not null,
	constraint authenticators_pkey primary key (id),
	constraint authenticators_operator_id_key unique (operator_id),
	constraint authenticators_operator_id_fkey foreign key (operator_id) references system_users (id) on delete cascade
);

-- The hashes of an operator's recovery codes, encrypted: the codes are short enough to be found from a hash.
create table recovery_codes (
	id                bigint generated always as identity,
	operator_id       bigint not null,
	hash_encrypted    bytea not null,
	encryption_key_id text not null,
	used_at           timestamptz,
	date_created      timestamptz not null,
	constraint recovery_codes_pkey primary key (id),
	constraint recovery_codes_operator_id_fkey foreign key (operator_id) references system_users (id) on delete cascade
);
create index recovery_codes_operator_id_idx on recovery_codes (operator_id, id);

-- When the person of a session last passed the second step in it.
alter table sessions add column confirmed_at timestamptz;
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
	check (end_reason in ('signed_out', 'ended_elsewhere', 'replaced', 'password_changed', 'switched_off', 'second_step_reset'));

-- +goose Down
update sessions set end_reason = 'password_changed' where end_reason = 'second_step_reset';
alter table sessions drop constraint sessions_end_reason_check;
alter table sessions add constraint sessions_end_reason_check
	check (end_reason in ('signed_out', 'ended_elsewhere', 'replaced', 'password_changed', 'switched_off'));
alter table sessions drop column confirmed_at;
drop table recovery_codes;
drop table authenticators;
alter table system_users drop column second_step_due;
alter table system_users drop column second_step_at;
