-- +goose Up
-- The texts that associates are asked to accept, a version after another. The hash is that of body.
create table consent_texts (
	id bigint generated always as identity primary key,
	purpose text not null constraint consent_texts_purpose_check check (purpose in ('treatment', 'whatsapp', 'image', 'statistics')),
	version integer not null constraint consent_texts_version_check check (version > 0),
	summary text not null constraint consent_texts_summary_check check (length(summary) between 1 and 300),
	body text not null constraint consent_texts_body_check check (length(body) between 1 and 5000),
	changes text not null default '' constraint consent_texts_changes_check check (length(changes) <= 500),
	text_hash text not null,
	author_code uuid,
	date_created timestamptz not null,
	constraint consent_texts_version_key unique (purpose, version)
);
insert into consent_texts (purpose, version, summary, body, text_hash, date_created)
select purpose, 1, summary, body, encode(sha256(convert_to(body, 'UTF8')), 'hex'), now() from (values
	('treatment', 'Deixo a associação guardar e usar a receita e os dados de saúde para o tratamento.',
		'Deixo a associação guardar e usar minha receita, meus laudos, meus exames e o que eu contar sobre a minha saúde, e os da pessoa ou do animal por quem respondo, para cuidar do tratamento: conferir a receita, preparar os pedidos, marcar consultas e acompanhar o resultado. Só a equipe e os profissionais que atendem veem esses dados. Posso mudar de ideia quando quiser, em Perfil. Se eu retirar esta permissão, a equipe para de usar esses dados no tratamento; o que a lei manda guardar continua guardado.'),
	('whatsapp', 'Recados sobre pedidos, consultas e receita. Sem propaganda.',
		'Deixo a associação falar comigo pelo WhatsApp, no celular do meu cadastro, sobre pedidos, consultas, receita e documentos. Sem propaganda. Se eu não permitir ou mudar de ideia, os recados vêm por e-mail ou telefone.'),
	('image', 'Usar minha foto ou meu depoimento em materiais da associação. Perguntamos antes de cada uso.',
		'Deixo a associação usar minha foto ou meu depoimento nos materiais dela, como o site, as redes e a imprensa. Antes de cada uso a associação me mostra o material e pergunta de novo. Posso mudar de ideia quando quiser: o material deixa de ser usado a partir daí.'),
	('statistics', 'Contar o tratamento em estatísticas, sem nome, CPF nem endereço.',
		'Deixo a associação contar o tratamento em estatísticas e pesquisas, sem nome, CPF, contato nem endereço, de um jeito que não mostre quem sou. Posso mudar de ideia quando quiser: o tratamento deixa de entrar nas contas novas.')
) as first (purpose, summary, body);

-- What associates allowed and withdrew, each line kept. The latest line of a purpose holds.
create table consents (
	id bigint generated always as identity primary key,
	user_id bigint not null references users (id) on delete cascade,
	purpose text not null,
	version integer not null,
	text_hash text not null,
	given boolean not null,
	network text not null default '',
	date_created timestamptz not null,
	constraint consents_text_fkey foreign key (purpose, version) references consent_texts (purpose, version)
);
create index consents_user_id_idx on consents (user_id, purpose, id desc);
create index consents_text_idx on consents (purpose, version);

-- +goose Down
drop table consents;
drop table consent_texts;
