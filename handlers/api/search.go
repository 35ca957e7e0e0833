package api

import (
	"strconv"

	"acolhe/models/search"
	"acolhe/web"
)

// searchingRules are rules that the type of a search cannot express.
const searchingRules = "Every word must be found; accents, case and punctuation do not matter. At most 8 words count. What has neither a " +
	"letter nor a digit is no word, and without a word, as with fewer than two characters, nothing is found."

func (a API) searchRoutes() []web.Route {
	return []web.Route{web.GET("/api/v1/search", web.OperatorOrToken(), a.search).Doc(searchingRules)}
}

func (a API) search(r *web.Request, input search.Input) (search.Results, error) {
	found, err := search.Everywhere(r.Context(), a.DB, r.By, input)
	for of, ids := range found.IDs() {
		for _, id := range ids {
			r.ShowsRecords(of, strconv.FormatInt(id, 10))
		}
	}
	return found, err
}
