-- The calendars of the connected account.

drop view if exists connected_calendars;

-- None while the account is not connected or the service is switched off.
create view connected_calendars as
  select * from calendars
  where exists (select from external_services where service = 'calendar' and enabled is distinct from false and date_connected is not null);
