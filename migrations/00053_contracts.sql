-- What a contract holds of its signer and its template, so that both may change; its public code for /verificar; the
-- chain of its events, each with the hash of the one before it.

-- +goose Up
alter table contracts
  -- Without letters and digits that are mistaken for others. The program chooses the code.
  add column public_code             text    not null default translate(upper(left(replace(gen_random_uuid()::text, '-', ''), 8)), '01', 'WZ'),
  add column title                   text    not null default '',
  add column template_version_number integer,
  add column signer_name             text    not null default '',
  add column signer_cpf              text,
  add column patient_name            text,
  add column void_reason             text,
  add column viewed_at               timestamptz,
  add column emailed_at              timestamptz,
  -- The number of the contract's events and the hash of the last one.
  add column event_count             integer not null default 0,
  add column events_sha256           text,
  add constraint contracts_public_code_key unique (public_code),
  add constraint contracts_public_code_check check (public_code ~ '^[2-9A-HJKMNP-Z]{8}$'),
  add constraint contracts_title_check check (length(title) <= 200),
  add constraint contracts_void_reason_check check (length(void_reason) <= 500),
  add constraint contracts_event_count_check check (event_count >= 0),
  add constraint contracts_events_sha256_check check (is_sha256_hex(events_sha256)),
  add column search_text             text    not null generated always as (fold(
    signer_name || ' ' || coalesce(patient_name, '') || ' ' || coalesce(email_account, '') || ' ' || coalesce(signer_cpf, '') || ' ' || public_code)) stored;
create index contracts_search_idx on contracts using gin (search_text gin_trgm_ops);
create index contracts_replaces_id_idx on contracts (replaces_id) where replaces_id is not null;
create index contracts_template_version_id_idx on contracts (template_version_id) where template_version_id is not null;
create index contracts_filled_pdf_file_id_idx on contracts (filled_pdf_file_id) where filled_pdf_file_id is not null;
create index contracts_signed_pdf_file_id_idx on contracts (signed_pdf_file_id) where signed_pdf_file_id is not null;
create index contracts_audit_pdf_file_id_idx on contracts (audit_pdf_file_id) where audit_pdf_file_id is not null;

alter table sign_events
  add column position        integer,
  add column previous_sha256 text,
  add column sha256          text,
  add constraint sign_events_contract_id_position_key unique (contract_id, position),
  add constraint sign_events_position_check check (position > 0),
  add constraint sign_events_previous_sha256_check check (is_sha256_hex(previous_sha256)),
  add constraint sign_events_sha256_check check (is_sha256_hex(sha256));

-- +goose Down
drop index contracts_replaces_id_idx, contracts_template_version_id_idx, contracts_filled_pdf_file_id_idx, contracts_signed_pdf_file_id_idx,
  contracts_audit_pdf_file_id_idx;
alter table sign_events drop column position, drop column previous_sha256, drop column sha256;
alter table contracts drop column search_text, drop column public_code, drop column title, drop column template_version_number,
  drop column signer_name, drop column signer_cpf, drop column patient_name, drop column void_reason, drop column viewed_at,
  drop column emailed_at, drop column event_count, drop column events_sha256;
