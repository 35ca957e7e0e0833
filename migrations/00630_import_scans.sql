-- Files in bulk: a ZIP of scans is an import whose rows are its files.

-- +goose Up
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('associates', 'annotations', 'products', 'tags', 'professionals', 'services', 'orders', 'scans'));

-- +goose Down
delete from imports where kind = 'scans';
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('associates', 'annotations', 'products', 'tags', 'professionals', 'services', 'orders'));
