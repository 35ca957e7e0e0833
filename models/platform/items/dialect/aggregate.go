package dialect

import (
	"slices"
	"strings"
)

var functions = []Function{Count, CountDistinct, Sum, Avg, Min, Max}

// aggregates reads `aggregate[sum]=a,b` and `aggregate={"sum":["a","b"]}`.
func (p *parser) aggregates() []Aggregate {
	var aggregates []Aggregate
	if text := p.text("aggregate", maxFilterText); text != "" {
		decoded, err := decode(text)
		members, ok := decoded.(map[string]any)
		p.problems.Require(ok || err != nil, "aggregate", "deve ser um objeto")
		if err != nil {
			p.problems.Add("aggregate", err.Error())
		}
		for _, name := range sortedKeys(members) {
			fields, ok := scalars(members[name])
			p.problems.Require(ok, "aggregate."+Echo(name), "deve ser uma lista de campos")
			aggregates = p.function(aggregates, name, fields)
		}
	}
	for _, key := range p.bracketed("aggregate") {
		p.used[key] = true
		name, index, _ := strings.Cut(key[len("aggregate["):len(key)-1], "][")
		p.problems.Require(index == "" || isIndex(index), Echo(key), "parâmetro desconhecido")
		for _, text := range p.values[key] {
			aggregates = p.function(aggregates, name, splitList(text))
		}
	}
	if len(aggregates) > maxConditions {
		p.problems.Add("aggregate", "tem campos demais")
	}
	return aggregates
}

func (p *parser) function(aggregates []Aggregate, name string, fields []string) []Aggregate {
	if !slices.Contains(functions, Function(name)) {
		p.problems.Add("aggregate."+Echo(name), "função desconhecida")
		return aggregates
	}
	if len(fields) == 0 {
		p.problems.Add("aggregate."+name, "diga de que campo")
	}
	for _, field := range fields {
		aggregates = append(aggregates, Aggregate{Function: Function(name), Field: field})
	}
	return aggregates
}
