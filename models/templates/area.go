package templates

import "acolhe/models/platform/area"

// Area declares what templates of the terms bring to the program.
func Area(area.Env) area.Area {
	return area.Area{Tables: []string{"sign_templates", "sign_template_versions"}}
}
