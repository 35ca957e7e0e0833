-- Notifications of changes, which wake open pages.

create or replace function notify_live() returns trigger language plpgsql as $$
begin
  perform pg_notify('acolhe_live', tg_table_name);
  return null;
end
$$;

create or replace function notify_reception() returns trigger language plpgsql as $$
begin
  perform pg_notify('acolhe_live', 'reception');
  return null;
end
$$;

create or replace trigger notify_live after insert or delete or update on reception for each statement execute function notify_live();
create or replace trigger notify_live after insert or delete on reception_writers for each row execute function notify_reception();
create or replace trigger notify_live after insert or delete or update on services for each statement execute function notify_live();
create or replace trigger notify_live after insert or delete or update on parcels for each statement execute function notify_live();
create or replace trigger notify_live after insert or update on webhook_deliveries for each statement execute function notify_live();
create or replace trigger notify_live after insert on notices for each statement execute function notify_live();
