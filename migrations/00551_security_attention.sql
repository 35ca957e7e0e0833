-- +goose Up
-- The security events that needed the attention of an administrator, and who looked at them.
create table security_attention (
  event_id     bigint not null,
  seen_by      text not null,
  date_created timestamptz not null,
  constraint security_attention_pkey primary key (event_id),
  constraint security_attention_event_id_fkey foreign key (event_id) references security_events (id) on delete cascade,
  constraint security_attention_seen_by_check check (length(seen_by) <= 60)
);

-- +goose Down
drop table security_attention;
