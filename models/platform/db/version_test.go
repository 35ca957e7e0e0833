package db_test

import (
	"testing"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
)

type versioned struct {
	ID     int64
	Name   string
	Secret string `gorm:"->:false;<-"`
	Notes  string `version:"-"`
}

func (versioned) TableName() string { return "versioned" }

func TestChange_StaleVersion(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	if err := tx.Exec("create table versioned (id bigint primary key, name text, secret text, notes text)").Error; err != nil {
		t.Fatal(err)
	}
	opened := versioned{ID: 1, Name: "a"}
	for name, c := range map[string]struct {
		colleague func(*versioned)
		mine      string
		want      string
		isStale   bool
		field     string
	}{
		"nobody else":         {func(*versioned) {}, "b", "b", false, ""},
		"another name":        {func(row *versioned) { row.Name = "c" }, "b", "c", true, ""},
		"the same name":       {func(row *versioned) { row.Name = "b" }, "b", "b", false, ""},
		"what does not count": {func(row *versioned) { row.Notes, row.Secret = "n", "s" }, "b", "b", false, ""},
		"a wrong name too":    {func(row *versioned) { row.Name = "c" }, "", "c", true, "name"},
		"a wrong name alone":  {func(*versioned) {}, "", "a", false, "name"},
	} {
		stored := opened
		c.colleague(&stored)
		if err := tx.Save(&stored).Error; err != nil {
			t.Fatal(err)
		}
		_, err := db.Change(t.Context(), tx, int64(1), db.VersionOf(tx, &opened), func(_ *db.DB, before versioned, row *versioned) error {
			if before.Name != stored.Name {
				t.Errorf("%s: before is %q", name, before.Name)
			}
			row.Name = c.mine
			if c.mine == "" {
				return errs.Invalid("name", "informe o nome")
			}
			return nil
		})
		var after versioned
		if found := tx.First(&after).Error; found != nil || after.Name != c.want || after.Notes != stored.Notes {
			t.Errorf("%s: stored %+v (%v)", name, after, found)
		}
		wrong := len(errs.FieldsOf(err)) > 0
		if errs.IsStale(err) != c.isStale || wrong != (c.field != "") || (err != nil) != (c.isStale || wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestChange_Scopes(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	if err := tx.Exec("create table versioned (id bigint primary key, name text, secret text, notes text)").Error; err != nil {
		t.Fatal(err)
	}
	if err := tx.Create(&versioned{ID: 1, Name: "a"}).Error; err != nil {
		t.Fatal(err)
	}
	apply := func(_ *db.DB, _ versioned, row *versioned) error { row.Name = "b"; return nil }
	if _, err := db.Change(t.Context(), tx, int64(1), "", apply, db.Allowed(false)); !errs.HasCode(err, errs.CodeNotFound) {
		t.Errorf("a row out of scope: %v", err)
	}
	if row, err := db.Change(t.Context(), tx, int64(1), "", apply, db.Allowed(true)); err != nil || row.Name != "b" {
		t.Errorf("a row in scope: %+v, %v", row, err)
	}
}

func (versioned) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{"versioned_name_check": {Field: "title", Message: "outro nome"}}
}

// The row type of a statement declares the message of a constraint; a statement without one has the
// general message.
func TestConstraints_DeclaredByRow(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	if err := tx.Exec("create table versioned (id bigint primary key, name text constraint versioned_name_check check (name <> 'x'), secret text, notes text)").Error; err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		err  error
		path string
	}{
		"create": {tx.Create(&versioned{ID: 1, Name: "x"}).Error, "title: outro nome"},
		"raw":    {tx.Exec("insert into versioned (id, name) values (1, 'x')").Error, "name: valor não permitido"},
	} {
		fields := errs.FieldsOf(c.err)
		if len(fields) != 1 || fields[0].Path+": "+fields[0].Message != c.path {
			t.Errorf("%s: %v, want %s", name, c.err, c.path)
		}
	}
}
