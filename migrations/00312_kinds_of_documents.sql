-- +goose Up
-- Beside RG and CNH: the new identity (CIN), the card of people born abroad (RNE, RNM), passport and certificate of birth.
alter table users_files drop constraint users_files_doc_type_check;
alter table users_files add constraint users_files_doc_type_check check (doc_type in ('rg', 'cnh', 'cin', 'rne', 'passaporte', 'certidao'));
alter table document_requests drop constraint document_requests_doc_type_check;
alter table document_requests add constraint document_requests_doc_type_check check (doc_type in ('rg', 'cnh', 'cin', 'rne', 'passaporte', 'certidao'));

-- +goose Down
alter table document_requests drop constraint document_requests_doc_type_check;
alter table document_requests add constraint document_requests_doc_type_check check (doc_type in ('rg', 'cnh')) not valid;
alter table users_files drop constraint users_files_doc_type_check;
alter table users_files add constraint users_files_doc_type_check check (doc_type in ('rg', 'cnh')) not valid;
