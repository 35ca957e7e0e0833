-- +goose Up
-- The letters about sign-ins at new devices, each with the hash of its link “não fui eu”.
create table device_letters (
  id           bigint generated always as identity,
  operator_id  bigint not null,
  token_hash   bytea not null,
  device       text not null,
  ip           inet,
  confirmed    boolean not null,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  date_created timestamptz not null,
  constraint device_letters_pkey primary key (id),
  constraint device_letters_token_hash_key unique (token_hash),
  constraint device_letters_operator_id_fkey foreign key (operator_id) references system_users (id) on delete cascade
);
create index device_letters_operator_id_idx on device_letters (operator_id);

-- +goose Down
drop table device_letters;
