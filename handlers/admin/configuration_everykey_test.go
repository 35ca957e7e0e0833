package admin_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/dbtest"
)

// typed are values of fields of a key: the part of the field's name after the key, empty for the key itself.
type typed map[string]string

// everyKey has for each declared key what a person types, what is stored then, and something that is refused.
var everyKey = map[string]struct {
	good  typed
	wants string
	bad   typed
}{
	"store.freight.apply_to_total":      {typed{"": ""}, "false", typed{"": "talvez"}},
	"store.freight.default_option":      {typed{"": "carrier_b:1-2"}, `"carrier_b:1-2"`, typed{"": strings.Repeat("x", 2000)}},
	"store.freight.content_declaration": {typed{"": "Produtos de saúde"}, `"Produtos de saúde"`, typed{"": strings.Repeat("x", 2000)}},
	"store.freight.send_letter":         {typed{"": "true"}, "true", typed{"": "talvez"}},
	"store.ship_from": {typed{"[0].name": "Flor da Ilha", "[0].document": "11.222.333/0001-81", "[0].phone": "(48) 99123-4567",
		"[0].email": "envio@exemplo.org.br",
		"[0].cep":   "88010-000", "[0].street": "Rua das Flores", "[0].number": "10", "[0].neighborhood": "Centro", "[0].city": "Florianópolis",
		"[0].state": "SC"},
		`"Flor da Ilha"`, typed{"[0].cep": "123"}},
	"store.package.weight_g":        {typed{"": "350"}, "350", typed{"": "muito"}},
	"store.package.length_cm":       {typed{"": "20"}, "20", typed{"": "0"}},
	"store.package.width_cm":        {typed{"": "15"}, "15", typed{"": "500"}},
	"store.package.height_cm":       {typed{"": "10"}, "10", typed{"": "-1"}},
	"store.payment_overdue_days":    {typed{"": "5"}, "5", typed{"": "2,5"}},
	"prescriptions.rule":            {typed{"": "block"}, `"block"`, typed{"": "talvez"}},
	"prescriptions.period":          {typed{"": "month"}, `"month"`, typed{"": "semana"}},
	"prescriptions.free_by":         {typed{"": "administrators"}, `"administrators"`, typed{"": "todos"}},
	"prescriptions.renewal_letters": {typed{"": "true"}, "true", typed{"": "talvez"}},
	"prescriptions.follow_ups":      {typed{"": "true"}, "true", typed{"": "talvez"}},
	"prescriptions.exempt_tag":      {typed{"": "Livre"}, `"Livre"`, typed{"": strings.Repeat("x", 2000)}},
	"prescriptions.valid_months":    {typed{"": "3"}, "3", typed{"": "0"}},
	"stock.enabled":                 {typed{"": "true"}, "true", typed{"": "talvez"}},
	"stock.reserve_days":            {typed{"": "7"}, "7", typed{"": "0"}},
	"store.pix_key":                 {typed{"": "pix@exemplo.org.br"}, `"pix@exemplo.org.br"`, typed{"": "não é chave"}},
	"store.pix_name":                {typed{"": "Flor da Ilha"}, `"Flor da Ilha"`, typed{"": strings.Repeat("x", 200)}},
	"store.pix_city":                {typed{"": "Palhoça"}, `"Palhoça"`, typed{"": strings.Repeat("x", 200)}},
	"store.pix.public":              {typed{"": "true"}, "true", typed{"": "talvez"}},
	"system.panel_url": {typed{"": "https://painel.exemplo.org.br"}, `"https://painel.exemplo.org.br"`,
		typed{"": "painel.exemplo.org.br"}},
	"system.admin_url": {typed{"": "https://admin.exemplo.org.br"}, `"https://admin.exemplo.org.br"`,
		typed{"": "https://admin.exemplo.org.br/"}},
	"system.doc_sign_url": {typed{"": "https://termos.exemplo.org.br"}, `"https://termos.exemplo.org.br"`,
		typed{"": "ftp://x"}},
	"system.store_url": {typed{"": "https://loja.exemplo.org.br/conta"}, `"https://loja.exemplo.org.br/conta"`,
		typed{"": "https://x/?a=1"}},
	"system.doc_sign_enabled":       {typed{"": ""}, "false", typed{"": "talvez"}},
	"system.time_zone":              {typed{"": "America/Manaus"}, `"America/Manaus"`, typed{"": "Lua/Base"}},
	"system.association_name":       {typed{"": "Flor da Ilha"}, `"Flor da Ilha"`, typed{"": strings.Repeat("x", 200)}},
	"system.backup_hour":            {typed{"": "4"}, "4", typed{"": "24"}},
	"system.records_years":          {typed{"": "3"}, "3", typed{"": "0"}},
	"system.second_step_roles":      {typed{"[0].producao": "true"}, `"producao": true`, nil},
	"system.second_step_days":       {typed{"": "7"}, "7", typed{"": "91"}},
	"system.document_days":          {typed{"": "5"}, "5", typed{"": "0"}},
	"access.reads_years":            {typed{"": "3"}, "3", typed{"": "0"}},
	"access.many_records":           {typed{"": "40"}, "40", typed{"": "1"}},
	"access.ask_reason":             {typed{"": "true"}, "true", typed{"": "talvez"}},
	"access.see_reads":              {typed{"[0].producao": "true"}, `"producao": true`, nil},
	"access.hide_cpf":               {typed{"[0].producao": "true"}, `"producao": true`, nil},
	"access.hide_address":           {typed{"[0].financeiro": "true"}, `"financeiro": true`, nil},
	"access.hide_health":            {typed{"[0].acolhimento": "true"}, `"acolhimento": true`, nil},
	"access.reveals_per_day":        {typed{"": "20"}, "20", typed{"": "0"}},
	"access.watermark":              {typed{"": "true"}, "true", typed{"": "talvez"}},
	"access.idle_hours":             {typed{"": "12"}, "12", typed{"": "0"}},
	"access.session_days":           {typed{"": "30"}, "30", typed{"": "0"}},
	"access.associate_idle_hours":   {typed{"": "12"}, "12", typed{"": "169"}},
	"access.associate_session_days": {typed{"": "30"}, "30", typed{"": "366"}},
	"system.role_pages":             {typed{"": "Produção:services"}, `"Produção": ["services"]`, typed{"": "Ninguém:services"}},
	"association.cnpj":              {typed{"": "11.222.333/0001-81"}, `"11222333000181"`, typed{"": "11.222.333/0001-82"}},
	"association.address":           {typed{"": "Rua das Flores, 10"}, `"Rua das Flores, 10"`, typed{"": strings.Repeat("x", 2000)}},
	"association.phone":             {typed{"": "(48) 99123-4567"}, `"48991234567"`, typed{"": "12"}},
	"association.whatsapp":          {typed{"": "48991234567"}, `"48991234567"`, typed{"": "12"}},
	"association.email":             {typed{"": "contato@exemplo.org.br"}, `"contato@exemplo.org.br"`, typed{"": "contato"}},
	"association.hours": {typed{"": "Segunda a sexta, das 9h às 18h"}, `"Segunda a sexta, das 9h às 18h"`,
		typed{"": strings.Repeat("x", 2000)}},
	"triage.completion_reasons": {typed{"[0].label": "Sem interesse"}, `"Sem interesse"`, typed{"[0].label": ""}},
	"privacy.officer_name":      {typed{"": "Lúcia Prado"}, `"Lúcia Prado"`, typed{"": strings.Repeat("x", 300)}},
	"privacy.officer_email":     {typed{"": "dados@exemplo.org.br"}, `"dados@exemplo.org.br"`, typed{"": "dados"}},
	"privacy.version":           {typed{"": "3"}, "3", typed{"": "0"}},
	"privacy.date":              {typed{"": "2026-11-02"}, `"2026-11-02"`, typed{"": "2 de novembro"}},
	"privacy.retention":         {typed{"[0].what": "Fotos", "[0].until": "5 anos."}, `"5 anos."`, typed{"[0].what": ""}},
	"privacy.sharing": {typed{"[0].who": "Correios", "[0].what": "Nome e endereço."}, `"Correios"`,
		typed{"[0].who": ""}},
	"doc_sign.ask_birth_date":  {typed{"": ""}, "false", typed{"": "talvez"}},
	"association.logo":         {typed{"": onePixel}, `"data:image/png`, typed{"": "https://exemplo.org.br/logo.png"}},
	"triage.statuses":          {typed{"[1].label": "Atendendo"}, `"Atendendo"`, typed{"[1].label": ""}},
	"triage.wait_warn_minutes": {typed{"": "20"}, "20", typed{"": "0"}},
	"triage.wait_late_minutes": {typed{"": "90"}, "90", typed{"": "agora"}},
	"triage.form.title": {typed{"": "Como podemos ajudar?"}, `"Como podemos ajudar?"`,
		typed{"": strings.Repeat("x", 2000)}},
	"triage.form.fields": {typed{"[3].required": "true"}, `"message"`, typed{"[0].type": "select"}},
	"triage.form.custom_fields": {typed{"[0].id": "como_soube", "[0].label": "Como soube de nós?", "[0].type": "text",
		"[0].enabled": "true"}, `"Como soube de nós?"`, typed{"[0].id": "x", "[0].label": "", "[0].type": "text"}},
	"triage.form.privacy": {typed{"": "Seus dados ficam conosco."}, `"Seus dados ficam conosco."`,
		typed{"": strings.Repeat("x", 5000)}},
	"services.deduct_donation_from_payable": {typed{"": "true"}, "true", typed{"": "talvez"}},
	"services.payout_day":                   {typed{"": "10"}, "10", typed{"": "31"}},
	"services.duration_minutes":             {typed{"": "45"}, "45", typed{"": "4"}},
	"services.block_overlap":                {typed{"": "true"}, "true", typed{"": "talvez"}},
	"services.change_hours":                 {typed{"": "48"}, "48", typed{"": "721"}},
	"services.refund_days":                  {typed{"": "5"}, "5", typed{"": "0"}},
	"services.max_own_bookings":             {typed{"": "3"}, "3", typed{"": "0"}},
	"services.professional-types":           {typed{"[0].association_fee": "10,50"}, "10.50", typed{"[0].association_fee": "-3"}},
}

// onePixel is a PNG of one pixel.
const onePixel = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

// Each declared key is set, restored and refused on its page.
func TestConfiguration_EveryKey(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	var declared []string
	for _, definition := range areas.Keys() {
		declared = append(declared, definition.System+"."+definition.Name)
	}
	slices.Sort(declared)
	if known := slices.Sorted(maps.Keys(everyKey)); !slices.Equal(known, declared) {
		t.Fatalf("declared are %v, known here %v", declared, known)
	}
	for _, name := range declared {
		key := everyKey[name]
		if key.bad != nil { // boxes alone take any value
			refuseKey(t, app, camila, name, key.bad)
		}
		if answer := saveKey(t, app, camila, name, key.good); answer.StatusCode != 303 || !strings.Contains(stored(t, app, name), key.wants) {
			t.Errorf("%s: saving answers %d, stored is %s, want %s; %s", name, answer.StatusCode, stored(t, app, name), key.wants,
				problemsOf(answer))
		}
		system, _, _ := strings.Cut(name, ".")
		if words := camila.GET(configurationPages + "/" + system).Want(200).Words(); !strings.Contains(words, "Salvo por") {
			t.Errorf("%s: the page does not say where the value is from", name)
		}
		camila.Form(configurationPages+"/"+system+"/"+field(t, app, name)+"/restaurar", nil).Want(303)
		if got := stored(t, app, name); got != "" {
			t.Errorf("%s is still %s after it was restored", name, got)
		}
	}
}

func saveKey(t *testing.T, app *handlertest.App, by *handlertest.Client, name string, values typed) *handlertest.Answer {
	t.Helper()
	system, _, _ := strings.Cut(name, ".")
	form, id := formOf(t, by, system), field(t, app, name)
	for member, value := range values {
		form.Set(id+member, value)
	}
	return by.Form(configurationPages+"/"+system, form)
}

// refuseKey sends a wrong value: the page says why, and nothing is stored.
func refuseKey(t *testing.T, app *handlertest.App, by *handlertest.Client, name string, values typed) {
	t.Helper()
	answer := saveKey(t, app, by, name, values)
	if answer.StatusCode != 422 || len(problemsOf(answer)) < 10 || stored(t, app, name) != "" {
		t.Errorf("%s: %v answers %d with %q, stored is %q", name, values, answer.StatusCode, problemsOf(answer), stored(t, app, name))
	}
}

func problemsOf(answer *handlertest.Answer) string {
	return answer.HTML().Find(".problems li").Text()
}
