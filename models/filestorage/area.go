package filestorage

import (
	"context"

	"github.com/riverqueue/river"

	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/storage"
)

// Area declares what the storage of files bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:   []string{"storage_drivers", "storage_moves", "storage_move_failures"},
		Personal: personalData(),
		Jobs: []jobs.Job{
			jobs.Of(func(ctx context.Context, job *river.Job[moveJob]) error {
				return Office{DB: e.DB, Drivers: e.Storage}.moveFor(ctx, job.Args.Move, e.Now)
			}, jobs.About{Label: "Mudança de arquivos", Timeout: fileTimeout}),
		},
		Secrets: []area.Secret{{Label: "chaves do armazenamento", Rotate: storage.RotateKey}},
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("storage_drivers", "driver endpoint region bucket prefix access_key_encrypted secret_key_encrypted encryption_key_id last_test_message last_test_steps last_tested_by"),
		personal.Plain("storage_moves", "target status owner_name"),
		personal.Plain("storage_move_failures", "reason"),
	}
}
