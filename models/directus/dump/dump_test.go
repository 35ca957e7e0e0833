package dump_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"acolhe/models/directus/dump"
	"acolhe/models/platform/db/private/archive"
)

// head is what pg_dump writes before the tables, with what must be passed over.
const head = `--
-- PostgreSQL database dump
--

\restrict Qk3DcVYjnR0Eu5bG

-- Dumped from database version 16.4 (Debian 16.4-1)
-- Dumped by pg_dump version 17.6

SET statement_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);

CREATE EXTENSION IF NOT EXISTS postgis WITH SCHEMA public;
COMMENT ON EXTENSION postgis IS 'it''s; not CREATE TABLE public.users (id integer);';

CREATE TYPE public."Kind" AS ENUM (
    'a;b',
    'c'
);
ALTER TYPE public."Kind" OWNER TO directus;

CREATE FUNCTION public.touch() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
  -- COPY public.users (id) FROM stdin;
  delete from users; return new;
end $$;

CREATE FUNCTION public.other() RETURNS text
    LANGUAGE plpgsql
    AS $_$ begin return $a$ ; $a$ || '$_'; end $_$;

CREATE FUNCTION public.plain(n integer) RETURNS integer
    LANGUAGE sql
    BEGIN ATOMIC
 INSERT INTO public.tags (name) VALUES ('x');
 SELECT (n + 1);
END;

CREATE RULE quiet AS ON DELETE TO public.users DO INSTEAD (SELECT E'it\'s;'; SELECT 2);
`

const tables = `
CREATE TABLE public.users (
    id integer NOT NULL,
    user_code uuid DEFAULT public.gen_code() NOT NULL,
    status character varying(255) DEFAULT 'Associado, (novo'::character varying,
    associate_name text COLLATE public."pt-BR",
    "user" public."Kind",
    place public.geometry(Point,4326),
    born date,
    annotations json DEFAULT '[]'::json,
    date_created timestamp(3) with time zone DEFAULT CURRENT_TIMESTAMP,
    "the ""odd"", one" numeric(12,2)[],
    search text GENERATED ALWAYS AS (lower((status)::text)) STORED,
    CONSTRAINT users_status_check CHECK (((status)::text = ANY (ARRAY['a'::text, 'b'::text])))
);

ALTER TABLE public.users OWNER TO directus;

CREATE SEQUENCE public.users_id_seq AS integer START WITH 1;
ALTER TABLE ONLY public.users ALTER COLUMN id SET DEFAULT nextval('public.users_id_seq'::regclass);

CREATE TABLE public.directus_revisions (
    id integer NOT NULL,
    data json
);

CREATE TABLE public.directus_users (
    id uuid NOT NULL,
    email character varying(128)
);
`

const data = `
COPY public.directus_revisions (id, data) FROM stdin;
1	{"sql": "CREATE TABLE public.orders (id integer);"}
\.


COPY public.users (id, user_code, status, associate_name, "user", place, born, annotations, date_created, "the ""odd"", one") FROM stdin;
1	6f3a2b1c-0000-4000-8000-000000000001	Associado	Ana; "Nené" -- $$ C:\\.	a;b	0101	1970-01-02	[{"text":"um\\ndois"}]	2024-01-02 03:04:05.678+00	{10.50,NULL}
20	6f3a2b1c-0000-4000-8000-000000000002	\N	linha um\nlinha\tdois	\N	\N	\N	\N	\N	\N
3	6f3a2b1c-0000-4000-8000-000000000003			c	\N	\N	\N	\N	\N
\.


--
-- Data for Name: directus_users; Type: TABLE DATA; Schema: public; Owner: directus
--

COPY public.directus_users (id, email) FROM stdin;
\.

SELECT pg_catalog.setval('public.users_id_seq', 20, true);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

CREATE TRIGGER touch BEFORE UPDATE ON public.users FOR EACH ROW EXECUTE FUNCTION public.touch();
GRANT SELECT ON TABLE public.users TO PUBLIC;
`

const foot = `
--
-- PostgreSQL database dump complete
--

\unrestrict Qk3DcVYjnR0Eu5bG
`

var wanted = []string{"users", "orders", "tags", "directus_users"}

// opened opens a file with the content.
func opened(t *testing.T, content []byte) (*dump.Place, string, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "directus.sql")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	place, err := dump.Open(t.Context(), request(file, dir))
	return place, dir, err
}

func request(file, dir string) dump.Request {
	return dump.Request{File: file, Tables: wanted, DataDir: dir, Archive: archive.FS, Progress: func(string, int) {}}
}

func packed(t *testing.T, content string) []byte {
	t.Helper()
	var into bytes.Buffer
	writer := gzip.NewWriter(&into)
	_, err := writer.Write([]byte(content))
	if err = errors.Join(err, writer.Close()); err != nil {
		t.Fatal(err)
	}
	return into.Bytes()
}

// requireEmpty fails unless nothing is left of the server.
func requireEmpty(t *testing.T, dir string) {
	t.Helper()
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%s has %v, %v", dir, left, err)
	}
}

// The rows of the wanted tables come as they were, without owners, functions, defaults and types of extensions; other tables do not come.
func TestOpen_Rows(t *testing.T) {
	t.Parallel()
	place, dir, err := opened(t, packed(t, head+tables+data+foot))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), place.URL)
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"select count(*)::text from users": "3",
		"select to_jsonb(t)::text from users t where id = 1": `{"id": 1, "born": "1970-01-02", "user": "a;b", "place": "0101", ` +
			`"search": null, "status": "Associado", "user_code": "6f3a2b1c-0000-4000-8000-000000000001", "annotations": [{"text": "um\ndois"}], ` +
			`"date_created": "2024-01-02T03:04:05.678+00:00", "associate_name": "Ana; \"Nené\" -- $$ C:\\.", "the \"odd\", one": [10.50, null]}`,
		"select concat_ws('|', status is null, associate_name) from users where id = 20":                       "t|linha um\nlinha\tdois",
		"select status || associate_name || 'empty' from users where id = 3":                                   "empty",
		"select string_agg(id::text, ' ' order by id) from users":                                              "1 3 20",
		"select string_agg(tablename, ' ' order by tablename) from pg_tables where schemaname = 'public'":      "directus_users users",
		"select count(*)::text from pg_proc where pronamespace = 'public'::regnamespace and proname = 'touch'": "0",
		"select count(*)::text from pg_index where indrelid = 'users'::regclass":                               "1",
	} {
		var got string
		if err := conn.QueryRow(t.Context(), query, pgx.QueryExecModeSimpleProtocol).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", query, got, err, want)
		}
	}
	if err := conn.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := dump.Open(t.Context(), request(filepath.Join(dir, "none"), dir)); err == nil || !strings.Contains(err.Error(), "não pôde ser lido") {
		t.Errorf("a file that does not exist is %v", err)
	}
	place.Close(t.Context())
	requireEmpty(t, dir)
}

// The schema of the Directus is that of its own tables; names without a schema, which old pg_dumps write, are in public. Rows in another
// encoding are read in it.
func TestOpen_Schemas(t *testing.T) {
	t.Parallel()
	other := "create table auth.users (id uuid);\ncopy auth.users (id) from stdin;\n\\.\n" +
		strings.NewReplacer("public.", "clube.", "'UTF8'", "'LATIN1'", "Nené", "Nen\xe9").Replace(head+tables+data+foot)
	plain := strings.ReplaceAll(head+tables+data+foot, "public.", "")
	for name, content := range map[string]string{"clube": other, "public": plain} {
		place, _, err := opened(t, []byte(content))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		conn, err := pgx.Connect(t.Context(), place.URL)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		err = conn.QueryRow(t.Context(), "select current_schema() || count(*) || max(substr(associate_name, 6, 6)) from users where id = 1").Scan(&got)
		if err = errors.Join(err, conn.Close(t.Context())); err != nil || got != name+`1"Nené"` {
			t.Errorf("%s is %s, %v", name, got, err)
		}
		place.Close(t.Context())
	}
}

// A file that cannot be moved is refused for what is wrong with it, and nothing of it stays.
func TestOpen_Unreadable(t *testing.T) {
	t.Parallel()
	whole := head + tables + data + foot
	inserts := head + tables + "INSERT INTO public.users VALUES (1, 'a;b');\n" + foot
	long := packed(t, whole)
	for name, c := range map[string]struct {
		content []byte
		want    error
	}{
		"cut in rows":          {[]byte(whole[:strings.Index(whole, "linha um")]), dump.ErrCut},
		"cut in other rows":    {[]byte(whole[:strings.Index(whole, `{"sql"`)]), dump.ErrCut},
		"cut in a statement":   {[]byte(whole[:strings.Index(whole, "born date")]), dump.ErrCut},
		"cut between tables":   {[]byte(whole[:strings.Index(whole, "COPY public.directus_users")]), dump.ErrCut},
		"cut gzip":             {long[:len(long)/2], dump.ErrCut},
		"custom format":        {[]byte("PGDMP\x01\x0f\x00whatever"), dump.ErrArchive},
		"packed custom format": {packed(t, "PGDMP\x01\x0f\x00whatever"), dump.ErrArchive},
		"tar":                  {append([]byte("toc.dat"), make([]byte, 600)...), dump.ErrArchive},
		"inserts":              {[]byte(inserts), dump.ErrInserts},
		"only tables":          {[]byte(head + tables + foot), dump.ErrNoRows},
		"only rows":            {[]byte(head + data + foot), dump.ErrNoTable},
		"two databases":        {[]byte(whole + whole), dump.ErrSeveral},
		"another database":     {[]byte(head + "CREATE TABLE public.films (id integer);" + foot), dump.ErrForeign},
		"a text":               {[]byte("Prezada associação;\nsegue o arquivo."), dump.ErrForeign},
		"a picture":            {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), dump.ErrForeign},
		"nothing":              {nil, dump.ErrForeign},
		"of MySQL":             {[]byte("CREATE TABLE `users` (`id` int);\nINSERT INTO `users` VALUES (1,'a');\n"), dump.ErrForeign},
	} {
		_, dir, err := opened(t, c.content)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		requireEmpty(t, dir)
	}
	if _, err := dump.Open(t.Context(), request(t.TempDir(), t.TempDir())); !errors.Is(err, dump.ErrArchive) {
		t.Errorf("a folder is %v", err)
	}
	wrong := strings.Replace(whole, "1970-01-02", "ontem", 1)
	if _, dir, err := opened(t, []byte(wrong)); err == nil || !strings.Contains(err.Error(), "as linhas de users no dump não foram entendidas") {
		t.Errorf("a wrong row is %v", err)
	} else {
		requireEmpty(t, dir)
	}
}

// Nothing stays of a command that was interrupted, and the next one removes what a killed one left.
func TestOpen_Interrupted(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "directus.sql")
	if err := os.WriteFile(file, []byte(head+tables+data+foot), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	interrupted := request(file, dir)
	interrupted.Progress = func(string, int) { cancel() }
	if _, err := dump.Open(ctx, interrupted); !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
	requireEmpty(t, dir)
	if err := os.MkdirAll(filepath.Join(dir, "directus-dump", "postgres", "cluster"), 0o700); err != nil {
		t.Fatal(err)
	}
	place, err := dump.Open(t.Context(), request(file, dir))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := dump.Open(t.Context(), request(file, dir)); err == nil || !strings.Contains(err.Error(), "outro acolhe import directus") {
		t.Errorf("a second command gets %v", err)
	}
	place.Close(t.Context())
	requireEmpty(t, dir)
}
