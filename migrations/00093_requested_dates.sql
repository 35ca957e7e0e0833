-- The time that an associate asks for instead of the one of an appointment, so that the staff can move it there.

-- +goose Up
alter table services
  add column requested_date timestamptz,
  add constraint services_requested_date_check check (requested_date is null or confirmation is not distinct from 'reschedule_requested');

-- +goose Down
alter table services drop column requested_date;
