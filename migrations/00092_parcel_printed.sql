-- When the label of a parcel was printed for the first time.

-- +goose Up
alter table parcels add column printed_at timestamptz;

-- +goose Down
alter table parcels drop column printed_at;
