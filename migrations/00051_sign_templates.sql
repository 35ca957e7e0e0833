-- The two terms exist from the start. Without a draft of its own a term has the text that ships.

-- +goose Up
insert into sign_templates (kind) values ('self'), ('with_patient') on conflict do nothing;
create index sign_templates_current_version_id_idx on sign_templates (current_version_id) where current_version_id is not null;
create index sign_template_versions_pdf_file_id_idx on sign_template_versions (pdf_file_id);

-- +goose Down
drop index sign_template_versions_pdf_file_id_idx;
drop index sign_templates_current_version_id_idx;
delete from sign_templates;
