package api

import (
	"acolhe/models/filestorage"
	"acolhe/web"
)

func (a API) storageRoutes() []web.Route {
	const path = "/api/v1/admin/storage"
	return []web.Route{
		web.GET(path, web.Administrator(), a.showStorage),
		web.PUT(path, web.Administrator(), a.saveStorage).
			Doc("Empty keys leave the stored ones; they are never answered. Settings of the driver in use must pass a test first (409 STORAGE_NOT_TESTED)."),
		web.POST(path+"/test", web.Administrator(), a.testStorage).
			Doc("Stores, measures, reads and removes a small file. A failed test is a 200 with ok false."),
		web.POST(path+"/activate", web.Administrator(), a.activateStorage).
			Doc("New files are stored there; old ones stay until they are moved. Needs a passed test (409 STORAGE_NOT_TESTED)."),
		web.POST(path+"/move", web.Administrator(), a.moveStorage).Created().
			Doc("Moves all files to the active driver in the background; GET shows the progress. A stopped move goes on with a new one."),
		web.DELETE(path+"/move", web.Administrator(), a.stopMove),
	}
}

func (a API) showStorage(r *web.Request, _ web.None) (filestorage.Status, error) {
	return a.Storage.ReadStatus(r.Context(), r.By)
}

func (a API) saveStorage(r *web.Request, input filestorage.BucketInput) (filestorage.DriverStatus, error) {
	return a.Storage.SaveBucket(r.Context(), r.By, input)
}

func (a API) testStorage(r *web.Request, input filestorage.TestInput) (filestorage.Test, error) {
	return a.Storage.Test(r.Context(), r.By, input)
}

func (a API) activateStorage(r *web.Request, input filestorage.ActivateInput) (filestorage.DriverStatus, error) {
	return a.Storage.Activate(r.Context(), r.By, input)
}

func (a API) moveStorage(r *web.Request, _ web.None) (filestorage.Move, error) {
	return a.Storage.StartMove(r.Context(), r.By)
}

func (a API) stopMove(r *web.Request, _ web.None) (filestorage.Status, error) {
	if err := a.Storage.StopMove(r.Context(), r.By); err != nil {
		return filestorage.Status{}, err
	}
	return a.Storage.ReadStatus(r.Context(), r.By)
}
