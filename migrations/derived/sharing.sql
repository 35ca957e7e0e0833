-- What leaves the program, counted by month and source as it leaves. A failing count never fails what leaves, except
-- for a full disk, a lock or the like.

create or replace function count_sharing(kind text, source text, at timestamptz, count bigint) returns void language plpgsql as $$
begin
  insert into sharing_months as m (kind, source, month, count)
  values (count_sharing.kind, left(count_sharing.source, 120), date_trunc('month', count_sharing.at at time zone 'America/Sao_Paulo')::date, count_sharing.count)
  on conflict on constraint sharing_months_pkey do update set count = m.count + excluded.count;
exception when insufficient_resources or system_error or lock_not_available or deadlock_detected then
  raise;
when others then
  raise warning 'what was shared by % was not counted: %', count_sharing.kind, sqlstate;
end
$$;

create or replace function count_webhook_sharing() returns trigger language plpgsql as $$
begin
  perform count_sharing('webhook', new.endpoint_id::text, new.delivered_at, 1);
  return null;
end
$$;
create or replace trigger count_sharing after update of delivered_at on webhook_deliveries for each row
  when (new.delivered_at is not null and old.delivered_at is null) execute function count_webhook_sharing();

-- Reads are stored by the thousand: they are counted once for a statement, in one sub-transaction. The records that a list contained are
-- part of the list, which counts once.
create or replace function count_token_sharing() returns trigger language plpgsql as $$
begin
  perform count_sharing('token', found.viewer_id::text, found.month, found.count) from (
    select viewer_id, date_trunc('month', seen_at at time zone 'America/Sao_Paulo') at time zone 'America/Sao_Paulo' as month, count(*) as count
    from added where viewer_kind = 'api_key' and not (subject_key <> '' and starts_with(subject, 'lists.')) group by 1, 2 order by 1, 2
  ) found;
  return null;
end
$$;
drop trigger if exists count_sharing on reads;
create trigger count_sharing after insert on reads referencing new table as added for each statement execute function count_token_sharing();

create or replace function count_export_sharing() returns trigger language plpgsql as $$
begin
  perform count_sharing('export', new.subject, new.date_created, 1);
  return null;
end
$$;
create or replace trigger count_sharing after insert on security_events for each row
  when (new.kind = 'list.exported') execute function count_export_sharing();

create or replace function count_mail_sharing() returns trigger language plpgsql as $$
begin
  perform count_sharing('mail', new.kind, new.date_sent, 1);
  return null;
end
$$;
create or replace trigger count_sharing after update of date_sent on mails for each row
  when (new.date_sent is not null and old.date_sent is null) execute function count_mail_sharing();

create or replace function count_calendar_sharing() returns trigger language plpgsql as $$
begin
  perform count_sharing('calendar', 'google', now(), 1);
  return null;
end
$$;
create or replace trigger count_sharing after update of event_id on services for each row
  when (new.event_id is not null and old.event_id is distinct from new.event_id) execute function count_calendar_sharing();
