package templates

import (
	"acolhe/models/platform/area"
	"acolhe/models/platform/personal"
)

// Area declares what templates of the terms bring to the program.
func Area(area.Env) area.Area {
	return area.Area{
		Tables:   []string{"sign_templates", "sign_template_versions"},
		Personal: personalData(),
	}
}

// personalData declares the personal data that the area holds.
func personalData() []personal.Table {
	return []personal.Table{
		personal.Plain("sign_templates", "kind title draft_content"),
		personal.Plain("sign_template_versions", "content_json content_sha256 pdf_sha256 notes"),
	}
}
