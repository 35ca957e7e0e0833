-- The amounts of services that depend on rows of other tables are computed again when the transaction ends (migration 00094),
-- after the triggers have stored the steps of all its services, also those of the same statement. A change of a statement's lines computes only
-- the days of its services again, and not all days of its professional.

-- +goose Up
drop trigger revalue_services on professionals;
drop trigger revalue_services_update on professionals;
drop trigger revalue_services on statements;
drop trigger revalue_services_update on statements;
drop function revalue_services();

-- Computes the sums of some days of a professional again, of all days if changed is null: those of the rows without the steps.
-- +goose StatementBegin
create function revalue_services(professional bigint, changed date[]) returns void language plpgsql as $$
begin
  delete from rankings where area = 'services';
  delete from service_days where professional_id = professional and (changed is null or day = any (changed));
  insert into service_days select day, status, type, professional, sum(step), sum(step * received), sum(step * fee), sum(step * kept), sum(step * donation) from (
      select step, day, status, type, received, fee, kept, donation from service_figures
        where professional_id = professional and (changed is null or day = any (changed))
      union all select -step, day, status, type, received, fee, kept, donation from service_pending
        where professional_id = professional and (changed is null or day = any (changed))) figures
    group by day, status, type having sum(step) <> 0;
end
$$;

-- A price of a professional is that of the services without a price.
create function revalue_prices() returns trigger language plpgsql as $$
begin
  perform lock_rollups();
  perform revalue_services(old.id, null);
  return null;
end
$$;

-- A line of a statement has the amounts of its service. The sums have it on the day that its row has, or had before a step.
-- The foreign key takes the rows off a statement that is deleted.
create function revalue_lines() returns trigger language plpgsql as $$
begin
  perform lock_rollups();
  perform revalue_services(old.professional_id, array(
    select (coalesce(consultation_date, date_created) at time zone zone)::date from analytics_rules cross join (
      select consultation_date, date_created from services where statement_id = old.id
      union all select consultation_date, date_created from services where id in (select (line ->> 'service_id')::bigint from jsonb_array_elements(old.lines) line)
      union all select consultation_date, date_created from service_steps where statement_id = old.id) on_statement));
  return null;
end
$$;
-- +goose StatementEnd
create constraint trigger professionals_revalued after delete on professionals deferrable initially deferred for each row execute function revalue_prices();
create constraint trigger professionals_revalued_update after update on professionals deferrable initially deferred for each row
  when (old.consultation_price is distinct from new.consultation_price) execute function revalue_prices();
create constraint trigger statements_revalued after delete on statements deferrable initially deferred for each row execute function revalue_lines();
create constraint trigger statements_revalued_update after update on statements deferrable initially deferred for each row
  when (old.lines is distinct from new.lines) execute function revalue_lines();

-- +goose Down
drop trigger statements_revalued_update on statements;
drop trigger statements_revalued on statements;
drop trigger professionals_revalued_update on professionals;
drop trigger professionals_revalued on professionals;
drop function revalue_lines(), revalue_prices(), revalue_services(bigint, date[]);

-- A price of a professional is that of the services without a price, and a line of a statement that of its service: the sums
-- of the professional are computed again, of the rows without the steps. The argument is the column with the professional.
-- +goose StatementBegin
create function revalue_services() returns trigger language plpgsql as $$
declare
  changed bigint := to_jsonb(old) ->> tg_argv[0];
begin
  perform lock_rollups();
  delete from rankings where area = 'services';
  delete from service_days where professional_id = changed;
  insert into service_days select day, status, type, changed, sum(step), sum(step * received), sum(step * fee), sum(step * kept), sum(step * donation) from (
      select step, day, status, type, received, fee, kept, donation from service_figures where professional_id = changed
      union all select -step, day, status, type, received, fee, kept, donation from service_pending where professional_id = changed) figures
    group by day, status, type having sum(step) <> 0;
  return null;
end
$$;
-- +goose StatementEnd
create trigger revalue_services after delete on professionals for each row execute function revalue_services('id');
create trigger revalue_services_update after update on professionals for each row
  when (old.consultation_price is distinct from new.consultation_price) execute function revalue_services('id');
create trigger revalue_services after delete on statements for each row execute function revalue_services('professional_id');
create trigger revalue_services_update after update on statements for each row
  when (old.lines is distinct from new.lines) execute function revalue_services('professional_id');
