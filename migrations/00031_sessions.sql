-- Where a person is signed in: a row for each device. The columns session_token and session_expires of the person hold the
-- latest live one. An ended or expired row stays for a while, so that the person can be told why.

-- +goose Up
create table sessions (
  id bigint generated always as identity,
  token bytea not null,
  operator_id bigint,
  associate_id bigint,
  device text not null default '',
  ip inet,
  date_created timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  constraint sessions_pkey primary key (id),
  constraint sessions_token_key unique (token),
  constraint sessions_token_check check (is_sha256(token)),
  constraint sessions_operator_id_fkey foreign key (operator_id) references system_users (id) on delete cascade,
  constraint sessions_associate_id_fkey foreign key (associate_id) references users (id) on delete cascade,
  constraint sessions_person_check check (num_nonnulls(operator_id, associate_id) = 1),
  constraint sessions_ended_check check ((ended_at is null) = (end_reason is null)),
  constraint sessions_end_reason_check check (end_reason in ('signed_out', 'ended_elsewhere', 'replaced', 'password_changed', 'switched_off'))
);
create index sessions_operator_id on sessions (operator_id, date_created desc, id desc) where operator_id is not null;
create index sessions_associate_id on sessions (associate_id, date_created desc, id desc) where associate_id is not null;
create index sessions_expires_at on sessions (expires_at);

insert into sessions (token, operator_id, date_created, last_used_at, expires_at)
  select session_token, id, session_expires - interval '168 hours', session_expires - interval '168 hours', session_expires
  from system_users where session_expires > now();
insert into sessions (token, associate_id, date_created, last_used_at, expires_at)
  select session_token, id, session_expires - interval '168 hours', session_expires - interval '168 hours', session_expires
  from users where session_expires > now() and status <> 'patient';

-- +goose Down
drop table sessions;
