-- What changes who decides over data: a patient who comes of age, and the death of a person.

-- +goose Up
-- Patients who came of age while another person answered for them. While the basis is not that of a guardian, requests about their data
-- are their own.
create table adult_patients (
  user_id      bigint not null,
  -- Since when they are of age, and when it was noticed.
  since        date not null,
  date_created timestamptz not null,
  -- waiting, consent (the person agrees to go on) or guardian (a court named who answers).
  basis        text not null default 'waiting',
  -- The consent or the decision of the court, and who recorded it.
  document     text not null default '',
  decided_by_name   text not null default '',
  date_decided timestamptz,
  -- To whom the letter went: own, responsible, or none.
  letter       text not null default 'none',
  constraint adult_patients_pkey primary key (user_id),
  constraint adult_patients_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint adult_patients_basis_check check (basis in ('waiting', 'consent', 'guardian')),
  constraint adult_patients_decided_check check ((basis = 'waiting') = (date_decided is null) and (basis = 'waiting' or document <> '')),
  constraint adult_patients_document_check check (length(document) <= 500),
  constraint adult_patients_letter_check check (letter in ('own', 'responsible', 'none'))
);

create table deaths (
  user_id      bigint not null,
  died_on      date not null,
  -- The certificate of death.
  document     text not null,
  recorded_by_name  text not null,
  date_created timestamptz not null,
  constraint deaths_pkey primary key (user_id),
  constraint deaths_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint deaths_document_check check (length(document) between 1 and 500)
);

-- Who asks for a person who died, and how they are related.
alter table privacy_requests add column requester text not null default '';
alter table privacy_requests add constraint privacy_requests_requester_check check (length(requester) <= 200);

-- +goose Down
alter table privacy_requests drop column requester;
drop table deaths;
drop table adult_patients;
