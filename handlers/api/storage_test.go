package api_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const storageRoutes = "/api/v1/admin/storage"

// Administrators read the state without secrets, save, test and activate.
func TestStorage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	var status struct {
		Active  string `json:"active"`
		Drivers []body `json:"drivers"`
	}
	if camila.GET(storageRoutes).Want(200).Data(&status); status.Active != "local" || len(status.Drivers) != 2 {
		t.Errorf("the status is %+v", status)
	}
	camila.JSON("PUT", storageRoutes, body{"driver": "s3", "endpoint": "x"}).WantCode(400, "VALIDATION_ERROR")
	settings := body{"driver": "s3", "endpoint": "http://127.0.0.1:1", "bucket": "arquivos", "access_key": "AKIA-teste",
		"secret_key": "segredo-teste", "path_style": true}
	saved := camila.JSON("PUT", storageRoutes, settings).Want(200)
	if answers := saved.Body + camila.GET(storageRoutes).Want(200).Body; strings.Contains(answers, "AKIA-teste") ||
		strings.Contains(answers, "segredo-teste") {
		t.Errorf("the keys are answered: %s", answers)
	}
	camila.POST(storageRoutes+"/activate", body{"driver": "s3"}).WantCode(409, "STORAGE_NOT_TESTED")
	var test struct {
		OK    bool   `json:"ok"`
		Steps []body `json:"steps"`
	}
	if camila.POST(storageRoutes+"/test", body{"driver": "s3"}).Want(200).Data(&test); test.OK || len(test.Steps) != 4 ||
		test.Steps[1]["skipped"] != true {
		t.Errorf("a bucket that is not there: %+v", test)
	}
	if camila.POST(storageRoutes+"/test", body{"driver": "local"}).Want(200).Data(&test); !test.OK {
		t.Errorf("the disk: %+v", test)
	}
	camila.POST(storageRoutes+"/activate", body{"driver": "local"}).Want(200)
	camila.POST(storageRoutes+"/move", body{}).WantCode(409, "CONFLICT")
	camila.JSON("DELETE", storageRoutes+"/move", "").Want(200)
}

func TestStorage_Roles(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.WithToken(t, "*").GET(storageRoutes).Want(200)
	for name, c := range map[string]struct {
		client *handlertest.Client
		want   int
	}{
		"reception": {app.As(t, dbtest.Bruno), 403}, "token": {app.WithToken(t, "files:write"), 403},
		"associate": {app.AsAssociate(t, dbtest.Ana), 401}, "nobody": {app.Nobody(t), 401},
	} {
		t.Run(name, func(t *testing.T) {
			c.client.GET(storageRoutes).Want(c.want)
			c.client.JSON("PUT", storageRoutes, body{"driver": "s3"}).Want(c.want)
			for _, act := range []string{"/test", "/activate", "/move"} {
				c.client.POST(storageRoutes+act, body{}).Want(c.want)
			}
		})
	}
}
