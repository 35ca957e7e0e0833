-- An associate undoes the removal of an own document.

-- +goose Up
alter table undos
  alter column operator_id drop not null,
  add column associate_id bigint,
  add constraint undos_associate_id_fkey foreign key (associate_id) references users (id) on delete cascade,
  add constraint undos_owner_check check (num_nonnulls(operator_id, associate_id) = 1);
create index undos_associate_id on undos (associate_id);

-- +goose Down
delete from undos where operator_id is null;
alter table undos
  drop constraint undos_owner_check,
  drop column associate_id,
  alter column operator_id set not null;
