-- Capture costs less. An update computes the row before and after as JSON once and not once for each column ("offset 0" keeps
-- PostgreSQL from merging the queries), and the block that survives failures is entered only if an endpoint listens.

-- +goose Up
-- +goose StatementBegin
create or replace function capture_webhook_events() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  event_action text := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end;
  hidden text[] := '{password,account_password,session_token,session_expires,chat_token,password_reset_token,password_reset_expires,pending_email_token,invite_token,token_hash,search_text,slot_end,storage_key,event_calendar_id,paid_at,date_missing,statement_id,reminded_at,weekly_hours}';
begin
  if not exists (select from webhook_endpoints e where e.enabled and jsonb_exists(e.tables, tg_table_name) and jsonb_exists(e.actions, event_action)) then
    return null;
  end if;
  begin
    if tg_op = 'INSERT' then
      insert into webhook_events (table_name, action, record_id, data)
      select tg_table_name, event_action, came.id::text, to_jsonb(came) - hidden from came order by came.id;
    elsif tg_op = 'DELETE' then
      insert into webhook_events (table_name, action, record_id, data)
      select tg_table_name, event_action, gone.id::text, to_jsonb(gone) - hidden from gone order by gone.id;
    else
      insert into webhook_events (table_name, action, record_id, data)
      select tg_table_name, event_action, id::text, changed || jsonb_build_object('id', id) from (
        select moved.id, (
          select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(moved.after) a left join jsonb_each(moved.before) b using (key)
          where a.value is distinct from b.value) changed
        from (select came.id, to_jsonb(gone) before, to_jsonb(came) - hidden after from came join gone using (id) offset 0) moved
        offset 0) differing
      where changed - 'date_updated' <> '{}' order by id;
    end if;
  exception when others then
    raise warning 'a webhook event of % was not captured: %', tg_table_name, sqlstate;
  end;
  return null;
end
$$;
-- +goose StatementEnd

-- +goose Down
-- +goose StatementBegin
create or replace function capture_webhook_events() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  event_action text := case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end;
  hidden text[] := '{password,account_password,session_token,session_expires,chat_token,password_reset_token,password_reset_expires,pending_email_token,invite_token,token_hash,search_text,slot_end,storage_key,event_calendar_id,paid_at,date_missing,statement_id,reminded_at,weekly_hours}';
begin
  if not exists (select from webhook_endpoints e where e.enabled and jsonb_exists(e.tables, tg_table_name) and jsonb_exists(e.actions, event_action)) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_events (table_name, action, record_id, data)
    select tg_table_name, event_action, came.id::text, to_jsonb(came) - hidden from came order by came.id;
  elsif tg_op = 'DELETE' then
    insert into webhook_events (table_name, action, record_id, data)
    select tg_table_name, event_action, gone.id::text, to_jsonb(gone) - hidden from gone order by gone.id;
  else
    insert into webhook_events (table_name, action, record_id, data)
    select tg_table_name, event_action, id::text, changed || jsonb_build_object('id', id) from (
      select moved.id, (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(moved.after) where value is distinct from moved.before -> key) changed
      from (select came.id, to_jsonb(gone) before, to_jsonb(came) - hidden after from came join gone using (id)) moved) differing
    where changed - 'date_updated' <> '{}' order by id;
  end if;
  return null;
exception when others then
  raise warning 'a webhook event of % was not captured: %', tg_table_name, sqlstate;
  return null;
end
$$;
-- +goose StatementEnd
