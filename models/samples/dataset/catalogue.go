package dataset

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/operators"
	"acolhe/models/products"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

var staff = []operators.Operator{
	{Name: "Aline", LastName: "Figueiredo", Permissions: []auth.Role{auth.Acolhimento}},
	{Name: "Breno", LastName: "Quintana", Permissions: []auth.Role{auth.Acolhimento}},
	{Name: "Janaína", LastName: "Pimentel", Permissions: []auth.Role{auth.Producao}},
	{Name: "Osvaldo", LastName: "Rangel", Permissions: []auth.Role{auth.Financeiro}},
}

// position is that of a professional in the association, with the price of a consultation in cents; names are random.
type position struct {
	kind, prefix, council string
	price                 int64
	prescribes            bool
}

// positions uses the default professional types.
var positions = []position{
	{"medic", "MED", "CRM", 35000, true},
	{"medic", "MED", "CRM", 28000, true},
	{"medic", "MED", "CRM", 40000, true},
	{"medic", "MED", "CRM", 25000, true},
	{"medic", "MED", "CRM", 30000, true},
	{"dentist", "ODO", "CRO", 22000, true},
	{"dentist", "ODO", "CRO", 20000, true},
	{"psychologist", "PSI", "CRP", 15000, false},
	{"psychologist", "PSI", "CRP", 18000, false},
	{"psychologist", "PSI", "CRP", 12000, false},
	{"veterinarian", "VET", "CRMV", 20000, true},
	{"veterinarian", "VET", "CRMV", 17500, true},
	{"therapist", "TER", "", 11000, false},
	{"therapist", "TER", "", 13000, false},
	{"lawyer", "ADV", "OAB", 25000, false},
}

// product is a row of products in short, with its price in cents, weight in grams and sides in centimetres.
type product struct {
	code, name, description string
	cents                   int64
	grams                   int
	width, height, length   int
	active                  bool
}

var catalogue = []product{
	oil("OLE-CBD-1500", "Óleo CBD Full Spectrum 1.500 mg, 30 ml", 18000),
	oil("OLE-CBD-3000", "Óleo CBD Full Spectrum 3.000 mg, 30 ml", 29000),
	oil("OLE-CBD-6000", "Óleo CBD Full Spectrum 6.000 mg, 30 ml", 49000),
	oil("OLE-EQ-1500", "Óleo CBD:THC 1:1, 30 ml", 22000),
	oil("OLE-EQ-3000", "Óleo CBD:THC 1:1 concentrado, 30 ml", 36500),
	oil("OLE-THC-1500", "Óleo THC 50 mg/ml, 30 ml", 24000),
	oil("OLE-CBG-1500", "Óleo CBG:CBD 1:2, 30 ml", 27500),
	oil("OLE-CBN-1500", "Óleo noturno CBN:CBD, 30 ml", 28990),
	oil("OLE-PET-600", "Óleo veterinário CBD 600 mg, 30 ml", 13990),
	{"FLO-HARM-05", "Flor seca Harmonia, 5 g", "Flor in natura de predominância CBD, em embalagem de vidro.", 12500, 120, 10, 8, 10, true},
	{"FLO-AURO-05", "Flor seca Aurora, 5 g", "Flor in natura equilibrada, em embalagem de vidro.", 13500, 120, 10, 8, 10, true},
	{"FLO-AURO-10", "Flor seca Aurora, 10 g", "Flor in natura equilibrada, em embalagem de vidro.", 24990, 180, 12, 8, 12, true},
	{"CRE-ALIV-60", "Creme Alívio, 60 g", "Creme de uso tópico com arnica e mentol.", 6850, 110, 8, 6, 8, true},
	{"CRE-FACE-30", "Creme facial calmante, 30 g", "Creme de uso tópico para peles sensíveis.", 7990, 80, 6, 6, 6, true},
	{"POM-DERM-50", "Pomada dermatológica, 50 g", "Pomada de uso tópico para pele ressecada.", 5999, 90, 6, 5, 12, true},
	{"SUP-CBD-10", "Supositório CBD 50 mg, 10 unidades", "Manter refrigerado.", 15990, 140, 10, 4, 14, true},
	{"SAB-HEMP-90", "Sabonete artesanal de cânhamo, 90 g", "Feito pelas oficinas da associação.", 1890, 100, 8, 3, 6, true},
	{"ACE-VAPO-01", "Vaporizador portátil", "Acessório para flores secas, com bateria recarregável.", 38900, 450, 16, 8, 20, true},
	// No longer sold.
	{"OLE-CBD-10", "Óleo CBD 10 ml (fora de linha)", "Substituído pelo frasco de 30 ml.", 9900, 60, 4, 9, 4, false},
}

func (p product) row(opened time.Time) products.Product {
	return products.Product{
		Code: p.code, Name: p.name, Description: &p.description, Price: money.FromCents(p.cents), WeightG: &p.grams,
		WidthCm: centimetres(p.width), HeightCm: centimetres(p.height), LengthCm: centimetres(p.length), Active: p.active,
		IsSample: true, DateCreated: opened, DateUpdated: opened,
	}
}

func centimetres(side int) *products.Centimetres {
	var c products.Centimetres
	if err := c.UnmarshalText([]byte(strconv.Itoa(side))); err != nil {
		panic(err)
	}
	return &c
}

// professionalsOf returns the professionals of a type.
func (d *Dataset) professionalsOf(kind string) []*professionals.Professional {
	var found []*professionals.Professional
	for i := range d.Professionals {
		if p := &d.Professionals[i]; p.Type == kind {
			found = append(found, p)
		}
	}
	return found
}

// oilsFor returns the oils that a prescriber of the type prescribes: those for animals, or those for people.
func oilsFor(kind string) []product {
	var oils []product
	for _, p := range catalogue {
		forAnimals := strings.HasPrefix(p.code, "OLE-PET")
		if strings.HasPrefix(p.code, "OLE-") && p.active && forAnimals == (kind == "veterinarian") {
			oils = append(oils, p)
		}
	}
	return oils
}

func oil(code, name string, cents int64) product {
	return product{code, name, "Frasco âmbar com conta-gotas. Conservar ao abrigo da luz e do calor.", cents, 95, 5, 12, 5, true}
}
