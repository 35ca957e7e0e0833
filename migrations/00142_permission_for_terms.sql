-- +goose Up
-- doc_sign.manage lets an operator write and publish the terms, beside a role.
alter table system_users drop constraint system_users_permissions_check;
alter table system_users add constraint system_users_permissions_check check (
  is_text_list(permissions)
  and permissions <@ '["Administrador", "Acolhimento", "Produção", "Financeiro", "Profissional", "doc_sign.manage"]'
  and permissions <> '["doc_sign.manage"]');

-- +goose Down
update system_users set permissions = permissions - 'doc_sign.manage';
alter table system_users drop constraint system_users_permissions_check;
alter table system_users add constraint system_users_permissions_check check (
  is_text_list(permissions)
  and permissions <@ '["Administrador", "Acolhimento", "Produção", "Financeiro", "Profissional"]');
