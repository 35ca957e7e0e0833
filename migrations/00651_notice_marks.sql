-- Up to which notice an operator has read all. Notices that are read one by one beyond it are in notice_reads.

-- +goose Up
create table notice_marks (
  operator_id bigint not null constraint notice_marks_operator_id_fkey references system_users (id) on delete cascade,
  read_to     bigint not null,
  constraint notice_marks_pkey primary key (operator_id)
);

-- +goose Down
drop table notice_marks;
