package dump

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
)

// statements returns those of a text, with the rows of each COPY behind it.
func statements(text string) (all []string, err error) {
	r := newReader(strings.NewReader(text))
	for {
		said, err := r.next()
		if err != nil {
			return all, err
		}
		if _, _, isCopy := parseCopy(said); isCopy {
			read, err := io.ReadAll(r.rows())
			if err != nil {
				return all, err
			}
			said += "|" + string(read)
		}
		all = append(all, said)
	}
}

func TestReader_Statements(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", lineSize) + "\\.\n" // the end of a row that is read in two parts
	for text, want := range map[string][]string{
		"copy t (a) from stdin;\n" + long + "\\.\n":                            {"copy t (a) from stdin|" + long},
		"\\restrict a;b\nselect 1;;\n select ';' || E'\\';' || ';\\'; -- c;\n": {"select 1", `select ';' || E'\';' || ';\'`},
		`select "a;""b"; /* ; /* ; */ ; */ select $$;$$, $a$ $$; $a$, $1;`:     {`select "a;""b"`, `select $$;$$, $a$ $$; $a$, $1`},
		"create rule a do (select 1; select 2); b$c$;d;":                       {"create rule a do (select 1; select 2)", "b$c$", "d"},
		"select $a$ $a $a$;": {"select $a$ $a $a$"},
		"copy t (a) from stdin;\n1;\n\\\\.\n\\.\nselect 2 -- x\n, 3;": {"copy t (a) from stdin|1;\n\\\\.\n", "select 2 \n, 3"},
		"copy t from stdin;\r\n\\.\r\n":                               {"copy t from stdin|"},
	} {
		got, err := statements(text)
		if !errors.Is(err, io.EOF) || !slices.Equal(got, want) {
			t.Errorf("%q is %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"select", "select 'a", `select "a`, "select $$ a $", "/* a", "select 1 /* a", "select E'\\", "copy t from stdin;",
		"copy t from stdin;\n1\n", "copy t from stdin;\n1\n\\", "select (1;"} {
		if got, err := statements(text); !errors.Is(err, ErrCut) {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
}

// What is quoted is never a statement and rows never are, whatever they hold.
func FuzzReader_Quoted(f *testing.F) {
	for _, text := range []string{"", "';--", "$$", "\\", "$q$", "\n\\.\n", `"`, "/*", "E'\\'", "é;\r"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := statements(text); err == nil {
			t.Fatal("it does not end")
		}
		plain := "select '" + strings.ReplaceAll(text, "'", "''") + "'"
		escaped := "select E'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
		named := `select "` + strings.ReplaceAll(text, `"`, `""`) + `"`
		body := "do $q_1$" + strings.ReplaceAll(text, "$q_1$", "") + " $q_1$"
		if strings.Contains(body[7:len(body)-5], "$q_1$") {
			body = "do $q_1$ $q_1$"
		}
		row := strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`).Replace(text) + "\n"
		copied := "copy t (a) from stdin"
		got, err := statements(plain + ";\n" + escaped + ";" + copied + ";\n" + row + "\\.\n" + named + ";" + body + ";")
		want := []string{plain, escaped, copied + "|" + row, named, body}
		if !errors.Is(err, io.EOF) || !slices.Equal(got, want) {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	})
}

// Definitions that are no table's never stop the command.
func FuzzParse_Table(f *testing.F) {
	f.Add(`create table a."b" (c integer default '(', constraint d check (e), "f,g" public."H"(1,2) not null)`)
	f.Add(`create table a (`)
	f.Add(`create table "`)
	f.Fuzz(func(t *testing.T, text string) {
		of, columns, isTable := parseTable(text)
		parseCopy(text)
		parseInsert(text)
		if !isTable && (len(columns) > 0 || of.table != "") {
			t.Errorf("%v %v", of, columns)
		}
	})
}

func TestParse_Table(t *testing.T) {
	t.Parallel()
	of, columns, isTable := parseTable(`CREATE TABLE a."B" (c Integer DEFAULT '(', CONSTRAINT d CHECK (e), "f,g" public."H I"(1, 2) NOT NULL,
		exclude timestamp (3) without time zone COLLATE x, "constraint" text[])`)
	want := []column{{"c", "Integer"}, {"f,g", `public."H I"(1, 2)`}, {"exclude", "timestamp (3) without time zone"}, {"constraint", "text[]"}}
	if !isTable || of != (name{"a", "B"}) || !slices.Equal(columns, want) {
		t.Errorf("%v %q %v", of, columns, isTable)
	}
}
