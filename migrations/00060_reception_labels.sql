-- The tags of an item of reception. The column tags of reception is an object that clients keep (specification, "Triage").

-- +goose Up
alter table reception
  add column labels jsonb not null default '[]',
  add constraint reception_labels_check check (is_text_list(labels));
create index reception_labels_idx on reception using gin (labels jsonb_path_ops);

-- +goose Down
alter table reception drop column labels;
