-- The position of the write-ahead log after the last change of each caller, kept while a replica is read
-- (models/platform/db/replica.go): a replica that has not applied it is not read for the caller. No reference to the
-- caller's row, because an id without a row harms nobody.

-- +goose Up
create table caller_writes (
	kind      text   not null,
	caller_id bigint not null,
	position  bigint not null,
	primary key (kind, caller_id)
);

-- +goose Down
drop table caller_writes;
