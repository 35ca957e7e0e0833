-- Bank statements, their entries, and what each entry pays.

-- +goose Up
create table bank_statements (
  id           bigint generated always as identity,
  file_name    text not null,
  sha256       text not null,
  account      text not null default '',
  first_day    date not null,
  last_day     date not null,
  author_name  text not null,
  date_created timestamptz not null,
  undone_at    timestamptz,
  undone_name  text,
  undo_reason  text,
  constraint bank_statements_pkey primary key (id),
  constraint bank_statements_file_name_check check (length(file_name) <= 300),
  constraint bank_statements_account_check check (length(account) <= 60),
  constraint bank_statements_sha256_check check (is_sha256_hex(sha256)),
  constraint bank_statements_undo_reason_check check (length(undo_reason) between 1 and 500),
  constraint bank_statements_undone_check check ((undone_at is null) = (undo_reason is null))
);
-- A file enters once, unless it was undone.
create unique index bank_statements_sha256_key on bank_statements (sha256) where undone_at is null;
create index bank_statements_date_created_idx on bank_statements (date_created desc, id desc);

create table bank_entries (
  id           bigint generated always as identity,
  statement_id bigint not null,
  -- The same entry of two files: the bank's number of it, else what it says and its turn on its day.
  fingerprint  text not null,
  day          date not null,
  -- Below zero for money that went out.
  amount       numeric(14,2) not null,
  name         text not null,
  memo         text not null default '',
  -- Why somebody put it aside: it is nobody's payment.
  aside        text,
  constraint bank_entries_pkey primary key (id),
  constraint bank_entries_fingerprint_key unique (fingerprint),
  constraint bank_entries_statement_id_fkey foreign key (statement_id) references bank_statements (id) on delete cascade,
  constraint bank_entries_name_check check (length(name) <= 300),
  constraint bank_entries_memo_check check (length(memo) <= 500),
  constraint bank_entries_aside_check check (length(aside) between 1 and 100)
);
create index bank_entries_statement_id_idx on bank_entries (statement_id, day desc, id);

create table bank_matches (
  id           bigint generated always as identity,
  entry_id     bigint not null,
  -- One of both.
  order_id     bigint,
  service_id   bigint,
  amount       numeric(12,2) not null,
  author_name  text not null,
  date_created timestamptz not null,
  constraint bank_matches_pkey primary key (id),
  constraint bank_matches_entry_id_fkey foreign key (entry_id) references bank_entries (id) on delete cascade,
  constraint bank_matches_order_id_fkey foreign key (order_id) references orders (id) on delete cascade,
  constraint bank_matches_service_id_fkey foreign key (service_id) references services (id) on delete cascade,
  constraint bank_matches_target_check check (num_nonnulls(order_id, service_id) = 1)
);
create index bank_matches_entry_id_idx on bank_matches (entry_id);
create index bank_matches_order_id_idx on bank_matches (order_id) where order_id is not null;
create index bank_matches_service_id_idx on bank_matches (service_id) where service_id is not null;

-- +goose Down
drop table bank_matches;
drop table bank_entries;
drop table bank_statements;
