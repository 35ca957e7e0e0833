-- The calendars of the connected account, as they were last read, so that lists name the calendar of a professional.

-- +goose Up
create table calendars (
  id         text    not null,
  summary    text    not null,
  is_primary boolean not null,
  time_zone  text    not null,
  primary key (id),
  constraint calendars_id_check check (length(id) between 1 and 500),
  constraint calendars_summary_check check (length(summary) <= 500),
  constraint calendars_time_zone_check check (length(time_zone) <= 100)
);

-- None while the account is not connected or the service is switched off.
create view connected_calendars as
  select * from calendars
  where exists (select from external_services where service = 'calendar' and enabled is distinct from false and date_connected is not null);

-- +goose Down
drop view connected_calendars;
drop table calendars;
