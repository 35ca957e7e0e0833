-- Cached answers of the postal code directory, without any reference to people.

-- +goose Up
create table postal_codes (
  cep          text        not null,
  -- False if there is no such code; the address is empty then.
  known        boolean     not null,
  street       text        not null default '',
  neighborhood text        not null default '',
  city         text        not null default '',
  state        text        not null default '',
  expires_at   timestamptz not null,
  constraint postal_codes_pkey primary key (cep),
  constraint postal_codes_cep_check check (is_cep(cep)),
  constraint postal_codes_state_check check (case when known then is_uf(state) else state = '' end)
);
create index postal_codes_expires_at_idx on postal_codes (expires_at);

-- +goose Down
drop table postal_codes;
