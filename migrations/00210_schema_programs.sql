-- +goose Up
-- The oldest program that may work on this schema, by the last migration that it has. A migration that older programs cannot
-- work with sets it to its own number.
create table schema_programs (
	id boolean primary key default true constraint schema_programs_id_check check (id),
	oldest_program bigint not null
);
insert into schema_programs (oldest_program) values (210);

-- +goose Down
drop table schema_programs;
