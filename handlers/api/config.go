package api

import (
	"time"

	"acolhe/models/configuration"
	"acolhe/web"
)

// publicConfigAge is how long a cart may cache the public settings.
const publicConfigAge = time.Minute

func (a API) configRoutes() []web.Route {
	return []web.Route{
		web.GET("/api/v1/config/public", web.Public(), a.listPublicSettings).CachedFor(publicConfigAge).
			Doc("The keys of Acolhe itself that are public, such as the name of the association, its time zone, and what a cart and the public form need; the payee of Pix codes " +
				"once store.pix.public is true; and every key that administrators made and that is not sensitive. May be kept for a minute."),
		web.GET("/api/v1/config/systems", web.Administrator(), a.listSettingSystems),
		web.GET("/api/v1/config", web.Administrator(), a.listSettings).
			Doc("A value comes from the database, else the environment, else the default; source says which, or none. Of a sensitive key value and " +
				"resolved_value are null, and has_value says whether there is one."),
		web.POST("/api/v1/config", web.Administrator(), a.createSetting).Created().
			Doc("Without value_type the key has the JSON type of its value, else of its default, else it is a text. A sensitive value is a text, and has no default. System, key, type and is_sensitive cannot be changed later. A key that is " +
				"not sensitive can be read by everybody at /config/public."),
		web.GET("/api/v1/config/:id", web.Administrator(), a.findSetting),
		web.PATCH("/api/v1/config/:id", web.Administrator(), a.changeSetting).
			Doc("Of a key that Acolhe itself asks for only the value can be changed. A null value changes nothing: see clear."),
		web.DELETE("/api/v1/config/:id", web.Administrator(), a.removeSetting).
			Doc("A key that Acolhe itself asks for is only cleared."),
		web.POST("/api/v1/config/:id/clear", web.Administrator(), a.clearSetting),
	}
}

func (a API) listPublicSettings(r *web.Request, input configuration.PublicInput) ([]configuration.Setting, error) {
	return a.Settings.Public(r.Context(), a.DB, input)
}

func (a API) listSettingSystems(r *web.Request, _ web.None) ([]configuration.System, error) {
	return configuration.Systems(r.Context(), a.DB, r.By)
}

func (a API) listSettings(r *web.Request, input configuration.ListInput) (web.List[configuration.Setting], error) {
	found, err := a.Settings.List(r.Context(), a.DB, r.By, input)
	return web.ListOf(found), err
}

func (a API) createSetting(r *web.Request, input configuration.CreateInput) (configuration.Setting, error) {
	return a.Settings.Create(r.Context(), a.DB, r.By, input)
}

func (a API) findSetting(r *web.Request, _ web.None) (configuration.Setting, error) {
	return byID(r, func(id int64) (configuration.Setting, error) { return a.Settings.Find(r.Context(), a.DB, r.By, id) })
}

func (a API) changeSetting(r *web.Request, input configuration.ChangeInput) (configuration.Setting, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return configuration.Setting{}, err
	}
	input.ID = id
	return a.Settings.Change(r.Context(), a.DB, r.By, input)
}

func (a API) removeSetting(r *web.Request, _ web.None) (web.Deleted, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return web.Deleted{}, err
	}
	return web.Deleted{ID: id}, a.Settings.Remove(r.Context(), a.DB, r.By, id)
}

func (a API) clearSetting(r *web.Request, _ web.None) (configuration.Setting, error) {
	return byID(r, func(id int64) (configuration.Setting, error) { return a.Settings.Clear(r.Context(), a.DB, r.By, id) })
}
