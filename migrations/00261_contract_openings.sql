-- +goose Up
-- Who opens the link of a contract says the birth date of its signer first: the tries, and the hash of the secret that the
-- browser keeps after the right one.
create table contract_openings (
	contract_id uuid primary key references contracts (id) on delete cascade,
	tries integer not null default 0,
	secret_hash bytea,
	date_updated timestamptz not null
);

-- +goose Down
drop table contract_openings;
