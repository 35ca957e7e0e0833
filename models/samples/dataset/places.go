package dataset

import (
	"fmt"
	"strings"

	"acolhe/models/orders"
)

// place is a city with its share of the associates (in some 1,200), its area code, and the range of the first five
// digits of its postal codes.
type place struct {
	weight                int
	city, state, areaCode string
	cepFrom, cepTo        int
}

// places are real cities with their real area codes and ranges of postal codes.
var places = []place{
	{120, "São Paulo", "SP", "11", 1000, 5999},
	{26, "Campinas", "SP", "19", 13000, 13139},
	{16, "Santos", "SP", "13", 11000, 11249},
	{18, "Ribeirão Preto", "SP", "16", 14000, 14114},
	{16, "São José dos Campos", "SP", "12", 12200, 12249},
	{12, "Sorocaba", "SP", "15", 18000, 18109},
	{80, "Rio de Janeiro", "RJ", "21", 20000, 23799},
	{20, "Niterói", "RJ", "21", 24000, 24399},
	{8, "Petrópolis", "RJ", "24", 25600, 25779},
	{50, "Belo Horizonte", "MG", "31", 30000, 31999},
	{14, "Uberlândia", "MG", "34", 38400, 38415},
	{12, "Juiz de Fora", "MG", "32", 36000, 36099},
	{14, "Vitória", "ES", "27", 29000, 29099},
	{8, "Vila Velha", "ES", "27", 29100, 29129},
	{44, "Curitiba", "PR", "41", 80000, 82999},
	{14, "Londrina", "PR", "43", 86000, 86099},
	{12, "Maringá", "PR", "44", 87000, 87109},
	{60, "Florianópolis", "SC", "48", 88000, 88099},
	{18, "Joinville", "SC", "47", 89200, 89239},
	{14, "Blumenau", "SC", "47", 89000, 89099},
	{44, "Porto Alegre", "RS", "51", 90000, 91999},
	{12, "Caxias do Sul", "RS", "54", 95000, 95124},
	{10, "Pelotas", "RS", "53", 96000, 96099},
	{8, "Santa Maria", "RS", "55", 97000, 97119},
	{44, "Brasília", "DF", "61", 70000, 70999},
	{26, "Goiânia", "GO", "62", 74000, 74899},
	{12, "Cuiabá", "MT", "65", 78000, 78099},
	{12, "Campo Grande", "MS", "67", 79000, 79124},
	{36, "Salvador", "BA", "71", 40000, 42499},
	{8, "Feira de Santana", "BA", "75", 44000, 44099},
	{6, "Vitória da Conquista", "BA", "77", 45000, 45099},
	{10, "Aracaju", "SE", "79", 49000, 49098},
	{10, "Maceió", "AL", "82", 57000, 57099},
	{32, "Recife", "PE", "81", 50000, 52999},
	{8, "Caruaru", "PE", "81", 55000, 55099},
	{14, "João Pessoa", "PB", "83", 58000, 58099},
	{8, "Campina Grande", "PB", "83", 58400, 58449},
	{14, "Natal", "RN", "84", 59000, 59139},
	{30, "Fortaleza", "CE", "85", 60000, 61599},
	{10, "Teresina", "PI", "86", 64000, 64099},
	{10, "São Luís", "MA", "98", 65000, 65109},
	{18, "Belém", "PA", "91", 66000, 66999},
	{6, "Santarém", "PA", "93", 68000, 68099},
	{4, "Macapá", "AP", "96", 68900, 68914},
	{16, "Manaus", "AM", "92", 69000, 69099},
	{4, "Boa Vista", "RR", "95", 69300, 69339},
	{6, "Porto Velho", "RO", "69", 76800, 76834},
	{4, "Rio Branco", "AC", "68", 69900, 69924},
	{6, "Palmas", "TO", "63", 77000, 77270},
}

var weightedPlaces = func() []weighted[place] {
	all := make([]weighted[place], len(places))
	for i, p := range places {
		all[i] = weighted[place]{p.weight, p}
	}
	return all
}()

var (
	streets = strings.Split("Rua das Acácias|Rua XV de Novembro|Avenida Brasil|Rua Sete de Setembro|Rua das Palmeiras|Rua Dom Pedro II|"+
		"Avenida Getúlio Vargas|Rua Tiradentes|Rua Santos Dumont|Rua Marechal Deodoro|Rua Barão do Rio Branco|Travessa do Comércio|"+
		"Rua Machado de Assis|Rua Cecília Meireles|Rua Castro Alves|Avenida Beira-Rio|Rua das Hortênsias|Rua São João|Rua Santa Luzia|"+
		"Rua Nossa Senhora Aparecida|Alameda dos Ipês|Rua Chiquinha Gonzaga|Rua Anita Garibaldi|Rua Padre Anchieta|Avenida da Saudade|"+
		"Rua José Bonifácio|Rua Bento Gonçalves|Rua Floriano Peixoto|Rua dos Jacarandás|Rua Princesa Isabel|Praça da Matriz|Rua Zumbi dos Palmares", "|")
	neighborhoods = strings.Split("Centro|Jardim América|Vila Nova|Boa Vista|São José|Santo Antônio|Jardim das Flores|Bela Vista|Industrial|"+
		"Santa Cruz|Vila Mariana|Alto da Colina|Cidade Nova|São Cristóvão|Jardim Europa|Vila Esperança|Lagoa|Planalto|Bom Jesus|Santa Rita", "|")
	complements = strings.Split("Casa 2|Fundos|Apto. 12|Apto. 101|Apto. 304|Apto. 702, bloco B|Sobrado|Casa dos fundos|Bloco A, apto. 23|Sala 5", "|")
)

// address returns a street address in the place.
func (r rng) address(p place) orders.Address {
	a := orders.Address{
		Street:       pick(r, streets),
		Number:       fmt.Sprint(r.between(1, 2400)),
		Neighborhood: pick(r, neighborhoods),
		City:         p.city,
		State:        p.state,
		CEP:          fmt.Sprintf("%05d%03d", r.between(p.cepFrom, p.cepTo), r.between(0, 899)),
	}
	if r.percent(4) {
		a.Number = "S/N"
	}
	if r.percent(35) {
		a.Complement = pick(r, complements)
	}
	return a
}

// mobile returns a mobile number with the area code.
func (r rng) mobile(areaCode string) string {
	return fmt.Sprintf("%s9%d%07d", areaCode, r.between(6, 9), r.IntN(10_000_000))
}
