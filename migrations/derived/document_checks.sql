-- Each document that an associate uploads for a person of the own account waits to be checked, whatever statement attaches
-- it.

create or replace function receive_documents() returns trigger language plpgsql as $$
begin
  insert into document_checks (id, associate_id, person_id, file_id, date_created, date_updated)
  select sent.id, owner.id, person.id, sent.file_id, sent.date_created, sent.date_created
  from captured sent
  join files on files.id = sent.file_id
  join users person on person.id = sent.user_id
  join users owner on owner.user_code = case when person.status = 'patient' then person.responsible_code else person.user_code end
  where files.uploaded_by = owner.user_code and not sent.is_sample
    and (sent.doc_type is not null or sent.doc_kind in ('prescription', 'report', 'exam', 'representation'));
  return null;
end
$$;

drop trigger if exists users_files_receive on users_files;
create trigger users_files_receive after insert on users_files
  referencing new table as captured for each statement execute function receive_documents();
