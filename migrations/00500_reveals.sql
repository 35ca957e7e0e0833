-- +goose Up
-- How much hidden data each operator made visible on a day of the association.
create table reveals (
	operator_id bigint not null,
	day         date not null,
	count       integer not null,
	constraint reveals_pkey primary key (operator_id, day),
	constraint reveals_operator_id_fkey foreign key (operator_id) references system_users (id) on delete cascade,
	constraint reveals_count_check check (count > 0)
);

-- +goose Down
drop table reveals;
