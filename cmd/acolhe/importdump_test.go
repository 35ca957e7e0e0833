package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The command moves from the text of pg_dump, again without writing, and leaves nothing of it; a dump that it cannot read is refused in
// words.
func TestImportDirectus_Dump(t *testing.T) {
	t.Parallel()
	const dumped = `--
-- PostgreSQL database dump
--

\restrict a1

SET client_encoding = 'UTF8';

CREATE TABLE public.users (
    id integer NOT NULL,
    user_code uuid,
    status character varying(255),
    associate_name text,
    account_password character varying(255),
    email_account text,
    place public.geometry(Point,4326),
    date_created timestamp with time zone
);

CREATE TABLE public.orders (
    id integer NOT NULL,
    "user" integer,
    user_code uuid,
    name_associate text,
    items json,
    total numeric(12,2),
    status text,
    date_created timestamp with time zone
);

COPY public.orders (id, "user", user_code, name_associate, items, total, status, date_created) FROM stdin;
7	5	6f3a2b1c-0000-4000-8000-000000000001	Ana\\Reis	[{"code": "A", "amount": 10.5, "quantity": 2}]	21.00	Pago	2026-01-03 10:00:00+00
\.

COPY public.users (id, user_code, status, associate_name, account_password, email_account, place, date_created) FROM stdin;
5	6f3a2b1c-0000-4000-8000-000000000001	Associado	Ana\\Reis	$argon2id$v=19$m=65536,t=3,p=4$c2Fs$aGFzaA	ana@exemplo.org.br	\N	2026-01-02 10:00:00+00
\.

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

--
-- PostgreSQL database dump complete
--

\unrestrict a1
`
	folder := t.TempDir()
	file, cut := filepath.Join(folder, "directus.sql"), filepath.Join(folder, "cortado.sql")
	for name, content := range map[string]string{file: dumped, cut: dumped[:strings.Index(dumped, "ALTER")]} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m := newMoved(t)
	if written := m.run("from a dump", "--dump", file); written != 2 {
		t.Errorf("%d rows were written", written)
	}
	if written := m.run("from the dump again", "--dump", file); written != 0 {
		t.Errorf("%d rows were written again", written)
	}
	if got := scan[string](t, m.conn, `select concat_ws('|', o.id, associate_name, left(account_password, 7), total, paid_at at time zone 'UTC')
		from orders o join users u on u.id = o.user_id`); got != `7|Ana\Reis|$argon2|21.00|2026-01-03 10:00:00` {
		t.Errorf("there is %s", got)
	}
	for flags, want := range map[string]string{"--dump=" + cut: "o arquivo do dump está cortado", "--dump=" + folder: "pg_dump --format=plain",
		"--dump=" + filepath.Join(folder, "outro"): "não pôde ser lido"} {
		p := m.launch(flags)
		if p.status() == 0 || !strings.Contains(p.log.String(), want) {
			t.Errorf("%s says %s", flags, p.log.String())
		}
	}
	for _, variable := range m.environment {
		if dir, isDir := strings.CutPrefix(variable, "DATA_DIR="); isDir {
			if _, err := os.Stat(filepath.Join(dir, "directus-dump")); !os.IsNotExist(err) {
				t.Errorf("the server of the dump is left: %v", err)
			}
		}
	}
}
