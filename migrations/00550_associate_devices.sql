-- +goose Up
-- Associates too get a letter about a sign-in at a new device. A session of a shared computer ends after minutes without use.
alter table device_letters alter column operator_id drop not null;
alter table device_letters add column associate_id bigint;
alter table device_letters add constraint device_letters_associate_id_fkey
  foreign key (associate_id) references users (id) on delete cascade;
alter table device_letters add constraint device_letters_person_check check (num_nonnulls(operator_id, associate_id) = 1);
create index device_letters_associate_id_idx on device_letters (associate_id) where associate_id is not null;
alter table sessions add column is_shared boolean not null default false;

-- +goose Down
alter table sessions drop column is_shared;
delete from device_letters where operator_id is null;
alter table device_letters drop column associate_id;
alter table device_letters alter column operator_id set not null;
