-- Where an appointment takes place, its cancelling by the associate, and the number of its changes for calendars.

-- +goose Up
alter table professionals
  add column visit_address text,
  add column video_link text,
  add column visit_notes text,
  add constraint professionals_visit_address_check check (length(visit_address) <= 300),
  add constraint professionals_video_link_check check (length(video_link) <= 500),
  add constraint professionals_visit_notes_check check (length(visit_notes) <= 1000);

alter table services
  -- The date that an appointment had when its associate cancelled it; it has no consultation_date any more.
  add column cancelled_date timestamptz,
  add column calendar_sequence integer not null default 0,
  drop constraint services_confirmation_check,
  add constraint services_confirmation_check check (confirmation in ('confirmed', 'reschedule_requested', 'cancelled')),
  add constraint services_cancelled_date_check check ((cancelled_date is not null) = (confirmation is not distinct from 'cancelled'));

-- Calendars ignore a change whose sequence is not higher than the one they have.
update services set calendar_sequence = least(extract(epoch from date_updated - date_created), 1000000000)::integer
where consultation_date is not null and date_updated > date_created;
