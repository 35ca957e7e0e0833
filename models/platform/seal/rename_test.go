package seal_test

import (
	"sync"
	"testing"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/seal"
)

// A new name of the association gets a certificate of its own, once also for two at the same time; what was sealed before is
// still checked. A loaded certificate stays.
func TestCertificate_Renamed(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	sealer := seal.Sealer{DB: connection.DB, Key: keyOf(t, 7)}
	before, err := sealer.Certificate(t.Context(), administrator)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := sealer.Seal(t.Context(), administrator, aFile(t), "Termo")
	if err != nil {
		t.Fatal(err)
	}
	if err := connection.DB.Exec(`insert into system_configs (system, key, value) values ('system', 'association_name', '"Flor do Vale"')
		on conflict (system, key) do update set value = excluded.value`).Error; err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			after, err := sealer.Certificate(t.Context(), administrator)
			if err != nil || after.Subject != "Flor do Vale" || after.Fingerprint == before.Fingerprint {
				t.Errorf("the seal is of %q: %v", after.Subject, err)
			}
		})
	}
	wait.Wait()
	var certificates, current int
	if err := connection.DB.Raw("select count(*), count(*) filter (where is_current) from seal_certificates").Row().Scan(&certificates, &current); err != nil {
		t.Fatal(err)
	}
	if certificates != 2 || current != 1 {
		t.Errorf("there are %d certificates, %d current", certificates, current)
	}
	if checked, err := sealer.Verify(t.Context(), sealed); err != nil || !checked.IsValid() {
		t.Errorf("the earlier seal: %+v %v", checked, err)
	}
}
