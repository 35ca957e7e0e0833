-- The blocked time of an appointment follows its date: it begins at consultation_date and ends at slot_end, which is set
-- only while services.block_overlap is on. The exclusion constraint refuses a second appointment of the professional in
-- that time. The lists of a professional and of an operator have an index.

-- +goose Up
alter table services
  drop constraint services_slot_excl,
  drop column slot,
  add column slot_end timestamptz,
  add constraint services_slot_end_check check (slot_end is null or consultation_date is not null and slot_end > consultation_date),
  add constraint services_slot_excl exclude using gist (professional_id with =, tstzrange(consultation_date, slot_end) with &&)
    where (slot_end is not null);
create index services_of_professional_idx on services (professional_id, date_created desc, id desc);
create index services_created_by_idx on services (created_by_user_code, date_created desc, id desc) where created_by_user_code is not null;

-- +goose Down
drop index services_created_by_idx, services_of_professional_idx;
alter table services
  drop constraint services_slot_excl,
  drop constraint services_slot_end_check,
  drop column slot_end,
  add column slot tstzrange,
  add constraint services_slot_excl exclude using gist (professional_id with =, slot with &&) where (slot is not null);
