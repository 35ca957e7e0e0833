-- +goose Up
-- A published version and the contracts made from it keep the logo with which the version was published.
alter table sign_template_versions add column logo_file_id bigint;
alter table sign_template_versions add constraint sign_template_versions_logo_file_id_fkey
  foreign key (logo_file_id) references files (id) on delete restrict;
alter table contracts add column logo_file_id bigint;
alter table contracts add constraint contracts_logo_file_id_fkey foreign key (logo_file_id) references files (id) on delete restrict;
create index contracts_logo_file_id_idx on contracts (logo_file_id) where logo_file_id is not null;
alter table sign_templates drop constraint sign_templates_logo_file_id_fkey;
alter table sign_templates add constraint sign_templates_logo_file_id_fkey foreign key (logo_file_id) references files (id) on delete restrict;

-- +goose Down
alter table sign_templates drop constraint sign_templates_logo_file_id_fkey;
alter table sign_templates add constraint sign_templates_logo_file_id_fkey foreign key (logo_file_id) references files (id) on delete set null;
alter table contracts drop column logo_file_id;
alter table sign_template_versions drop column logo_file_id;
