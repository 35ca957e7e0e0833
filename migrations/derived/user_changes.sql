-- The history of associates and patients. Every change of their rows is captured here, whoever makes it and with whatever
-- statement. The setting acolhe.actor (models/platform/db/actor.go) names who acts.

create or replace function current_actor() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('acolhe.actor', true), ''), '{}')::jsonb
$$;

-- The columns of a row that its history keeps: neither secrets, nor what is derived, nor the texts of annotations.
create or replace function user_history(of users) returns jsonb language sql stable as $$
  select to_jsonb(of) - array['account_password', 'session_token', 'session_expires', 'password_reset_token', 'password_reset_expires',
      'pending_email_token', 'pending_email_expires', 'avatar_file_id', 'invalid_fields', 'search_text', 'is_sample', 'refused',
      'created_date', 'date_created', 'date_updated']
    || jsonb_build_object('annotations', jsonb_array_length(of.annotations))
$$;

create or replace function capture_user_inserts() returns trigger language plpgsql as $$
declare
  actor jsonb := current_actor();
begin
  insert into user_changes (user_id, action, actor_kind, actor_code, actor_name, date_created)
  select id, 'create', coalesce(actor->>'kind', ''), actor->>'code', actor->>'name', date_created from captured where not is_sample;
  return null;
end
$$;

create or replace function capture_user_updates() returns trigger language plpgsql as $$
declare
  actor jsonb := current_actor();
begin
  insert into user_changes (user_id, action, actor_kind, actor_code, actor_name, changes, date_created)
  select a.id, 'update', coalesce(actor->>'kind', ''), actor->>'code', actor->>'name', difference.changes,
    case when a.date_updated <> b.date_updated then a.date_updated else now() end
  from captured_before b join captured a on a.id = b.id, lateral (
    select jsonb_object_agg(new_column.key, jsonb_build_object('from', old_row.value -> new_column.key, 'to', new_column.value)) as changes
    -- offset 0: PostgreSQL would put the expression into each place that names it, and build the old row again for each column.
    from (select user_history(b) as value offset 0) as old_row, jsonb_each(user_history(a)) as new_column
    where new_column.value <> old_row.value -> new_column.key) as difference
  where difference.changes is not null;
  return null;
end
$$;

-- A document that leaves a person; when the person goes, so does the history.
create or replace function capture_user_files() returns trigger language plpgsql as $$
declare
  actor jsonb := current_actor();
begin
  insert into user_changes (user_id, action, actor_kind, actor_code, actor_name, changes)
  select f.user_id, 'detach', coalesce(actor->>'kind', ''), actor->>'code', actor->>'name',
    jsonb_build_object('doc_kind', jsonb_build_object('from', coalesce(f.doc_kind, f.kind)))
  from captured f where not f.is_sample and exists (select from users u where u.id = f.user_id);
  return null;
end
$$;

create or replace function capture_document_requests() returns trigger language plpgsql as $$
declare
  actor jsonb := current_actor();
begin
  insert into user_changes (user_id, action, actor_kind, actor_code, actor_name, changes, date_created)
  select user_id, 'request', coalesce(actor->>'kind', ''), actor->>'code', actor->>'name',
    jsonb_build_object('doc_type', jsonb_build_object('to', doc_type), 'side', jsonb_build_object('to', side),
      'reason', jsonb_build_object('to', reason)), date_created
  from captured;
  return null;
end
$$;

create or replace trigger history_insert after insert on users
  referencing new table as captured for each statement execute function capture_user_inserts();
create or replace trigger history_update after update on users
  referencing old table as captured_before new table as captured for each statement execute function capture_user_updates();
create or replace trigger history_detach after delete on users_files
  referencing old table as captured for each statement execute function capture_user_files();
create or replace trigger history_request after insert on document_requests
  referencing new table as captured for each statement execute function capture_document_requests();
