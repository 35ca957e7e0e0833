-- +goose Up
-- A request names the patient whose document it asks for; one without asks for the document of the treated patient.
alter table document_requests add column patient_id bigint;
alter table document_requests add constraint document_requests_patient_id_fkey foreign key (patient_id) references users (id) on delete cascade;
create index document_requests_patient_id_idx on document_requests (patient_id) where patient_id is not null;

-- +goose Down
alter table document_requests drop column patient_id;
