package doors

import "acolhe/static"

// Manifest describes the pages to phones that keep them as an app (W3C Web App Manifest).
type Manifest struct {
	Name       string `json:"name"`
	ShortName  string `json:"short_name"`
	Lang       string `json:"lang"`
	StartURL   string `json:"start_url"`
	Display    string `json:"display"`
	Background string `json:"background_color"`
	Theme      string `json:"theme_color"`
	Icons      []Icon `json:"icons"`
}

// Icon is a picture of a manifest.
type Icon struct {
	Source string `json:"src"`
	Sizes  string `json:"sizes"`
	Type   string `json:"type"`
}

// ManifestOf returns the manifest of an association.
func ManifestOf(association string) Manifest {
	return Manifest{Name: association, ShortName: association, Lang: "pt-BR", StartURL: "/cadastro", Display: "standalone",
		Background: "#ffffff", Theme: "#006d45",
		Icons: []Icon{{static.URL("touch-icon.png"), "180x180", "image/png"}, {static.URL("favicon.svg"), "any", "image/svg+xml"}}}
}
