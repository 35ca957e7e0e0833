-- Who is writing the notes of an item, until a time some seconds ahead. A new writer and one that leaves are announced to
-- open boards as a change of reception; a writer who goes on is not.

-- +goose Up
create table reception_writers (
  item_id   bigint      not null,
  user_code uuid        not null,
  until     timestamptz not null,
  constraint reception_writers_pkey primary key (item_id, user_code),
  constraint reception_writers_item_id_fkey foreign key (item_id) references reception (id) on delete cascade,
  constraint reception_writers_user_code_fkey foreign key (user_code) references system_users (user_code) on delete cascade
);
create index reception_writers_user_code_idx on reception_writers (user_code);

-- +goose StatementBegin
create function notify_reception() returns trigger language plpgsql as $$
begin
  perform pg_notify('acolhe_live', 'reception');
  return null;
end
$$;
-- +goose StatementEnd
create trigger notify_live after insert or delete on reception_writers for each row execute function notify_reception();

-- +goose Down
drop table reception_writers;
drop function notify_reception();
