-- Pages with appointments are woken when services change (models/platform/live).

-- +goose Up
create trigger notify_live after insert or update or delete on services for each statement execute function notify_live();

-- +goose Down
drop trigger notify_live on services;
