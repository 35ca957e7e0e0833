package db_test

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

type person struct {
	ID    int64
	Phone *string
}

type listedPerson struct {
	person
	Tags    []string        `gorm:"serializer:json"`
	Invalid json.RawMessage `gorm:"column:invalid_fields"`
	Created time.Time       `gorm:"column:date_created"`
	Parents *int            `gorm:"column:parents"`
	// Nulls for types without one.
	Text  string    `gorm:"column:text"`
	Days  int       `gorm:"column:days"`
	IsOld bool      `gorm:"column:is_old"`
	Seen  time.Time `gorm:"column:seen"`
}

func (listedPerson) TableName() string { return "users" }

// Collect reads what GORM reads: embedded fields, nulls, JSON and columns without a field.
func TestCollect_AgreesWithFind(t *testing.T) {
	t.Parallel()
	tx := dbtest.New(t).DB
	if err := tx.Exec(`update users set tags = '["Urgente", "São João"]', phone = null where id = ?`, dbtest.Ana.ID).Error; err != nil {
		t.Fatal(err)
	}
	query := tx.Model(&listedPerson{}).Select("id, phone, tags, invalid_fields, date_created, 2 as parents, status, " +
		"case when id > 1 then 'x' end as text, case when id > 1 then 3 end as days, case when id > 1 then true end as is_old, case when id > 1 then date_created end as seen").Order("id")
	var want []listedPerson
	if err := query.Session(&db.Session{}).Find(&want).Error; err != nil {
		t.Fatal(err)
	}
	got, err := db.Collect[listedPerson](query)
	if err != nil || len(got) < 3 || !reflect.DeepEqual(got, want) {
		t.Errorf("collected %+v, want %+v (%v)", got, want, err)
	}
	if none, err := db.Collect[listedPerson](tx.Model(&listedPerson{}).Where("false")); err != nil || none == nil || len(none) > 0 {
		t.Errorf("no rows are %v, want an empty list (%v)", none, err)
	}
	if _, err := db.Collect[listedPerson](tx.Model(&listedPerson{}).Where("nothing = 1")); err == nil {
		t.Error("an unknown column is no error")
	}
}
