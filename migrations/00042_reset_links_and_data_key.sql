-- A later link for a new password leaves the earlier ones valid, and the data knows the key that encrypts it.

-- +goose Up

-- Links for a new password older than that of the person's row. They are valid only while that one is.
create table earlier_resets (
  token bytea not null,
  operator_id bigint,
  associate_id bigint,
  expires_at timestamptz not null,
  constraint earlier_resets_pkey primary key (token),
  constraint earlier_resets_token_check check (is_sha256(token)),
  constraint earlier_resets_operator_id_fkey foreign key (operator_id) references system_users (id) on delete cascade,
  constraint earlier_resets_associate_id_fkey foreign key (associate_id) references users (id) on delete cascade,
  constraint earlier_resets_person_check check (num_nonnulls(operator_id, associate_id) = 1)
);
create index earlier_resets_operator_id on earlier_resets (operator_id) where operator_id is not null;
create index earlier_resets_associate_id on earlier_resets (associate_id) where associate_id is not null;

-- The id of the key that encrypts the values of the database; the first start stores it, and rotate-key changes it.
create table data_key (
  is_single boolean not null default true,
  key_id text not null,
  constraint data_key_pkey primary key (is_single),
  constraint data_key_is_single_check check (is_single)
);

insert into data_key (key_id)
  select key_id from (
    (select 1 as place, subject as key_id from security_events where kind = 'config.key_rotated' order by id desc limit 1)
    union all
    (select 2, encryption_key_id from system_configs where encryption_key_id is not null order by id desc limit 1)
    union all
    (select 3, encryption_key_id from mails where letter_sealed is not null order by id desc limit 1)
  ) known order by place limit 1;

-- +goose Down
drop table data_key;
drop table earlier_resets;
