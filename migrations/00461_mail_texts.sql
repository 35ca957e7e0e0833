-- The words of the association in its mails, a row for each kind that differs from the words of the program, and the kinds
-- that are switched off. An empty text is that of the program.

-- +goose Up
create table mail_texts (
	id bigint generated always as identity primary key,
	kind text not null constraint mail_texts_kind_check check (length(kind) between 1 and 60),
	subject text not null default '' constraint mail_texts_subject_check check (length(subject) <= 90),
	opening text not null default '' constraint mail_texts_opening_check check (length(opening) <= 600),
	closing text not null default '' constraint mail_texts_closing_check check (length(closing) <= 600),
	is_off boolean not null default false,
	-- Who changed it last, by name.
	author_name text not null default '',
	date_created timestamptz not null,
	date_updated timestamptz not null,
	constraint mail_texts_kind_key unique (kind)
);

-- +goose Down
drop table mail_texts;
