package dataset

import (
	_ "embed"
	"encoding/json"
	"strings"

	"acolhe/models/operators"
	"acolhe/models/orders"
	"acolhe/models/products"
	"acolhe/models/professionals"
	"acolhe/models/tags"
)

//go:embed vocabulary.json
var vocabularyJSON []byte

// vocabulary is vocabulary.json: the names, places and texts from which rows are generated, and the
// fixed parts of the rows that all associates share, in the areas' own types.
type vocabulary struct {
	Operators []operators.Operator
	// Professionals have the prefix of their code in it.
	Professionals                                 []professionals.Professional
	Products                                      []products.Product
	Tags                                          []tags.Tag
	Freights                                      []weighted[orders.FreightOption]
	Places                                        []weighted[place]
	Conditions, ChildConditions, PetConditions    []condition
	WomensNames, MensNames, FamilyNames, PetNames []string
	// Particles usually precede a family name, with a space after them.
	Particles                                        map[string]string
	Streets, Neighborhoods, Complements              []string
	Allergies, Occupations, MaritalStatuses, Sources []string
	Annotations, HealthNotes                         []string
	OrderInfo, Observations, Messages                []string
	DogBreeds, CatBreeds                             []string
	Contests                                         []contest
}

// contest is what a professional says about a service, and what the association answers.
type contest struct{ Text, Answer string }

// condition is an illness with its ICD-10 code and usual medications; an animal's has no code.
type condition struct{ Name, ICD, Medications string }

// place is a city with its area code and the range of the first five digits of its postal codes.
type place struct {
	City, State, AreaCode string
	CEPFrom, CEPTo        int
}

// childTag is the tag of patients under 18; adults never have it.
const childTag = "Pediátrico"

func readVocabulary() *vocabulary {
	var v vocabulary
	if err := json.Unmarshal(vocabularyJSON, &v); err != nil {
		panic(err)
	}
	return &v
}

// tagsOf returns the tags of a collection that any row may have.
func (v *vocabulary) tagsOf(collection string) []string {
	var names []string
	for _, t := range v.Tags {
		if *t.Collection == collection && t.Name != childTag {
			names = append(names, t.Name)
		}
	}
	return names
}

// oilsFor returns the oils that a prescriber of the type prescribes, for animals or for people.
func (v *vocabulary) oilsFor(prescriberType string) []products.Product {
	var oils []products.Product
	for _, p := range v.Products {
		isForAnimals := strings.HasPrefix(p.Code, "OLE-PET")
		if strings.HasPrefix(p.Code, "OLE-") && p.Active && isForAnimals == (prescriberType == "veterinarian") {
			oils = append(oils, p)
		}
	}
	return oils
}
