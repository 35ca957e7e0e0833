-- Associates who are probably the same person, and the joining of two records.

-- +goose Up
create table associate_pairs (
  first_id     bigint not null,
  second_id    bigint not null,
  -- The strongest first; the sum of what the reasons are worth.
  score        integer not null,
  reasons      text[] not null,
  date_created timestamptz not null,
  constraint associate_pairs_pkey primary key (first_id, second_id),
  constraint associate_pairs_first_id_fkey foreign key (first_id) references users (id) on delete cascade,
  constraint associate_pairs_second_id_fkey foreign key (second_id) references users (id) on delete cascade,
  constraint associate_pairs_order_check check (first_id < second_id)
);
create index associate_pairs_score_idx on associate_pairs (score desc, first_id, second_id);
create index associate_pairs_second_id_idx on associate_pairs (second_id);

-- Until when the pairs are known. One row.
create table associate_pair_state (
  id             integer not null default 1,
  -- All records were compared, and those that changed since were.
  compared_at    timestamptz,
  refreshed_at   timestamptz,
  constraint associate_pair_state_pkey primary key (id),
  constraint associate_pair_state_id_check check (id = 1)
);
insert into associate_pair_state (id) values (1);

-- Pairs of whom somebody said that they are two persons.
create table distinct_associates (
  first_id     bigint not null,
  second_id    bigint not null,
  author_name  text not null,
  date_created timestamptz not null,
  constraint distinct_associates_pkey primary key (first_id, second_id),
  constraint distinct_associates_first_id_fkey foreign key (first_id) references users (id) on delete cascade,
  constraint distinct_associates_second_id_fkey foreign key (second_id) references users (id) on delete cascade,
  constraint distinct_associates_order_check check (first_id < second_id)
);
create index distinct_associates_second_id_idx on distinct_associates (second_id);
create index distinct_associates_date_created_idx on distinct_associates (date_created desc, first_id, second_id);

-- Two records of one person that were joined. What is needed to take it back goes after 30 days.
create table joinings (
  id           bigint generated always as identity,
  -- The joining of the associates with which two of their patients were joined.
  parent_id    bigint,
  kept_id      bigint not null,
  kept_name    text not null,
  gone_id      bigint not null,
  gone_name    text not null,
  -- The row that went, and the changed columns of the other as they were and as they became.
  gone         jsonb,
  before       jsonb,
  after        jsonb,
  moved        integer not null,
  actor_id     bigint not null,
  actor_name   text not null,
  date_created timestamptz not null,
  undone_at    timestamptz,
  undone_name  text,
  constraint joinings_pkey primary key (id),
  constraint joinings_parent_id_fkey foreign key (parent_id) references joinings (id) on delete cascade,
  constraint joinings_undone_check check ((undone_at is null) = (undone_name is null))
);
create index joinings_date_created_idx on joinings (date_created desc, id desc);
create index joinings_kept_id_idx on joinings (kept_id);
create index joinings_gone_id_idx on joinings (gone_id);
create index joinings_parent_id_idx on joinings (parent_id) where parent_id is not null;

-- What a joining did to the rows of other tables, in its order.
create table joining_rows (
  id          bigint generated always as identity,
  joining_id  bigint not null,
  action      text not null,
  table_name  text not null,
  column_name text not null default '',
  row_key     text not null default '',
  content     jsonb,
  constraint joining_rows_pkey primary key (id),
  constraint joining_rows_joining_id_fkey foreign key (joining_id) references joinings (id) on delete cascade,
  constraint joining_rows_action_check check (action in ('moved', 'removed', 'added', 'changed'))
);
create index joining_rows_joining_id_idx on joining_rows (joining_id, table_name, id);

-- Where the id and the code of a record lead that was joined with another.
create table associate_aliases (
  gone_id   bigint not null,
  gone_code uuid not null,
  kept_id   bigint not null,
  constraint associate_aliases_pkey primary key (gone_id),
  constraint associate_aliases_gone_code_key unique (gone_code),
  constraint associate_aliases_kept_id_fkey foreign key (kept_id) references users (id) on delete cascade
);
create index associate_aliases_kept_id_idx on associate_aliases (kept_id);

create index users_phone_idx on users (phone) where phone is not null and status <> 'patient';
create index users_phone_secondary_idx on users (phone_secondary) where phone_secondary is not null and status <> 'patient';
create index users_cpf_idx on users (cpf) where cpf is not null;
create index users_cep_idx on users (cep) where cep is not null and status <> 'patient';

-- +goose Down
drop index users_cep_idx;
drop index users_cpf_idx;
drop index users_phone_secondary_idx;
drop index users_phone_idx;
drop table associate_aliases;
drop table joining_rows;
drop table joinings;
drop table distinct_associates;
drop table associate_pair_state;
drop table associate_pairs;
