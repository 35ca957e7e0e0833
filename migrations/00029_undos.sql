-- Payloads for undoing an act as long as a page offers it. The area of the kind writes and reads the payload.

-- +goose Up
create table undos (
  id bigint generated always as identity,
  operator_id bigint not null,
  kind text not null,
  payload jsonb not null,
  date_created timestamptz not null,
  constraint undos_pkey primary key (id),
  constraint undos_operator_id_fkey foreign key (operator_id) references system_users (id) on delete cascade
);
create index undos_operator_id on undos (operator_id);
create index undos_date_created on undos (date_created);
drop table removed_annotations;

-- +goose Down
create table removed_annotations (
  user_id bigint not null,
  annotation_id uuid not null,
  annotation jsonb not null,
  position integer not null,
  removed_at timestamptz not null,
  constraint removed_annotations_pkey primary key (user_id, annotation_id),
  constraint removed_annotations_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint removed_annotations_annotation_check check (is_object(annotation)),
  constraint removed_annotations_position_check check (position >= 0)
);
drop table undos;
