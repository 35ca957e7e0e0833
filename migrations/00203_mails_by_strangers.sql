-- +goose Up
-- The addresses of which somebody has used a link that was mailed to them, as hashes of the address without a plus part.
create table mail_confirmations (
	recipient_hash bytea primary key,
	date_confirmed timestamptz not null
);
insert into mail_confirmations (recipient_hash, date_confirmed)
	select distinct sha256(convert_to(regexp_replace(lower(known.email), '\+[^@]*@', '@'), 'UTF8')), now()
	from (
		select email from system_users where password is not null
		union select email_account from users where status = 'Associado' and account_password is not null
	) known
	where known.email is not null;

-- The recipient of a mail that a stranger caused; null for any other mail.
alter table mails add column stranger_recipient_hash bytea;
create index mails_stranger_recipient_idx on mails (stranger_recipient_hash, date_created) where stranger_recipient_hash is not null;

-- +goose Down
alter table mails drop column stranger_recipient_hash;
drop table mail_confirmations;
