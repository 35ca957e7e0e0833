-- Membership statuses in English, as in models/associates. Addresses and saved views keep the Portuguese words of the
-- page.

-- +goose Up

-- The indexes store results of the function. A reindex is not enough, because PostgreSQL keeps the old expression of an
-- index. Dropping them locks the table until this migration ends, so that no writer counts with an old status.
drop index users_standing_idx, users_standing_descending_idx;

create or replace function associate_standing(status text, phase text, invalid_fields jsonb) returns text
  language sql immutable parallel safe
  return case
    when status = 'patient' then null
    when status = 'Associado' then 'enrolled'
    when phase = 'assinatura_termo' then 'awaiting_signature'
    when invalid_fields <> '[]' then 'invalid_documents'
    else 'joining'
  end;

create index users_standing_idx on users (associate_standing(status, associate_status, invalid_fields), date_created desc, id desc) where status <> 'patient';
create index users_standing_descending_idx
  on users (associate_standing(status, associate_status, invalid_fields) desc, date_created desc, id desc) where status <> 'patient';
-- The statistics also store results of the function.
analyze users;

update tallies set key = case key
    when 'associado' then 'enrolled'
    when 'assinatura-pendente' then 'awaiting_signature'
    when 'documentos-invalidos' then 'invalid_documents'
    when 'em-cadastro' then 'joining'
    else key
  end
where subject = 'associates';

-- +goose Down
drop index users_standing_idx, users_standing_descending_idx;

create or replace function associate_standing(status text, phase text, invalid_fields jsonb) returns text
  language sql immutable parallel safe
  return case
    when status = 'patient' then null
    when status = 'Associado' then 'associado'
    when phase = 'assinatura_termo' then 'assinatura-pendente'
    when invalid_fields <> '[]' then 'documentos-invalidos'
    else 'em-cadastro'
  end;

create index users_standing_idx on users (associate_standing(status, associate_status, invalid_fields), date_created desc, id desc) where status <> 'patient';
create index users_standing_descending_idx
  on users (associate_standing(status, associate_status, invalid_fields) desc, date_created desc, id desc) where status <> 'patient';
analyze users;

update tallies set key = case key
    when 'enrolled' then 'associado'
    when 'awaiting_signature' then 'assinatura-pendente'
    when 'invalid_documents' then 'documentos-invalidos'
    when 'joining' then 'em-cadastro'
    else key
  end
where subject = 'associates';
