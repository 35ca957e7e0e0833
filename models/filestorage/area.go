package filestorage

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/storage"
)

// Area declares what the storage of files bring to the program.
func Area(e area.Env) area.Area {
	return area.Area{
		Tables:  []string{"storage_drivers", "storage_moves", "storage_move_failures"},
		Jobs:    []jobs.Job{jobs.Of(&moveWorker{office: Office{DB: e.DB, Drivers: e.Storage}, now: e.Now}, jobs.About{Label: "Mudança de arquivos"})},
		Secrets: []area.Secret{{Label: "chaves do armazenamento", Rotate: storage.RotateKey}},
	}
}
