package dataset

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"acolhe/models/associates"
)

var (
	womensNames = strings.Fields(`Adriana Alice Aline Amanda Ângela Antônia Aparecida Beatriz Bianca Bruna Camila Carolina Cecília
		Célia Clara Cláudia Conceição Cristiane Daniela Débora Denise Dulce Eduarda Elaine Elisa Estela Eunice Fabiana Fátima
		Fernanda Flávia Gabriela Giovana Glória Heloísa Helena Inês Irene Isabela Ivone Janaína Jéssica Joana Josefa Júlia Juliana
		Jussara Larissa Laura Letícia Lídia Lívia Lorena Lúcia Luciana Luísa Luzia Manuela Marcela Márcia Maria Mariana Marina Marlene
		Marta Mônica Natália Neusa Patrícia Paula Priscila Rafaela Raimunda Raquel Regina Renata Rita Roberta Rosana Rosângela Sabrina
		Sandra Sara Silvana Simone Sofia Sônia Soraia Sueli Tânia Tatiana Teresa Valentina Valéria Vanessa Vera Verônica Vitória Yasmin`)
	mensNames = strings.Fields(`Adão Adriano Alexandre Anderson André Ângelo Antônio Artur Augusto Benedito Bernardo Breno Bruno Caio
		Carlos Cauã César Cícero Cláudio Cristiano Daniel Davi Diego Diogo Edson Eduardo Elias Emanuel Enzo Érico Estêvão Eugênio Everton
		Fábio Felipe Fernando Flávio Francisco Gabriel Geraldo Gilberto Guilherme Gustavo Heitor Hélio Henrique Hugo Ícaro Igor Inácio
		Isaque Ivan Jair João Joaquim Jonas Jorge José Juliano Júlio Kauê Leandro Leonardo Lucas Luciano Luís Manoel Marcelo Márcio Marco
		Mário Mateus Maurício Mauro Miguel Moisés Murilo Nélson Nícolas Otávio Osvaldo Patrício Paulo Pedro Rafael Raimundo Raul Reginaldo
		Renan Renato Ricardo Roberto Rodrigo Rogério Rômulo Rubens Samuel Sebastião Sérgio Severino Sílvio Tadeu Tiago Tomás Valdir
		Vicente Vinícius Vítor Wagner Wellington Yuri`)
	familyNames = strings.Split(strings.Join(strings.Fields(`Abreu, Aguiar, Albuquerque, Alencar, Almeida, Alves, Amaral, Andrade, Antunes,
		Aragão, Araújo, Assis, Azevedo, Bandeira, Barbosa, Barreto, Barros, Bastos, Batista, Bezerra, Bittencourt, Borges, Braga, Brandão,
		Brito, Caldeira, Camargo, Campos, Cardoso, Carneiro, Carvalho, Castro, Cavalcanti, Coelho, Conceição, Cordeiro, Correia, Costa,
		Coutinho, Couto, Cruz, Cunha, Dantas, Dias, Diniz, Duarte, Esteves, Farias, Fernandes, Ferraz, Ferreira, Figueiredo, Fonseca,
		Fontes, França, Franco, Freire, Freitas, Furtado, Galvão, Garcia, Gomes, Gonçalves, Gouveia, Guedes, Guerra, Guimarães, Gusmão,
		Henriques, Jardim, Junqueira, Lacerda, Leal, Leitão, Leite, Lemos, Lima, Lins, Lopes, Macedo, Machado, Magalhães, Maia, Marques,
		Martins, Matos, Medeiros, Melo, Mendes, Menezes, Mesquita, Miranda, Monteiro, Morais, Moreira, Mota, Moura, Muniz, Nascimento,
		Neves, Nogueira, Novais, Nunes, Oliveira, Pacheco, Paiva, Paixão, Peixoto, Pereira, Pessoa, Pimentel, Pinheiro, Pinto, Pires,
		Prado, Queirós, Quintana, Ramos, Rangel, Reis, Rezende, Ribeiro, Rios, Rocha, Rodrigues, Sá, Salgado, Sampaio, Santana, Santos,
		Saraiva, Seixas, Serra, Silva, Silveira, Simões, Siqueira, Soares, Souza, Tavares, Teixeira, Teles, Toledo, Torres, Trindade,
		Vasconcelos, Vargas, Vaz, Viana, Vidal, Vieira, Vilela, Xavier`), " "), ", ")
	petNames = strings.Fields(`Amora Bolinha Café Caramelo Chico Farofa Fiona Frajola Jujuba Luna Mel Mingau Nina Paçoca Pipoca Pretinha
		Rapadura Sansão Tapioca Thor Tobias Zeca`)
)

// particles holds the particle that usually precedes a family name, with a space after it.
var particles = map[string]string{
	"Silva": "da ", "Costa": "da ", "Conceição": "da ", "Cruz": "da ", "Cunha": "da ", "Fonseca": "da ", "Rocha": "da ", "Mota": "da ",
	"Trindade": "da ", "Paixão": "da ", "Souza": "de ", "Oliveira": "de ", "Almeida": "de ", "Andrade": "de ", "Araújo": "de ", "Carvalho": "de ",
	"Freitas": "de ", "Lima": "de ", "Melo": "de ", "Moura": "de ", "Assis": "de ", "Sá": "de ", "Medeiros": "de ", "Nascimento": "do ",
	"Amaral": "do ", "Prado": "do ", "Santos": "dos ", "Reis": "dos ", "Neves": "das ",
}

// fullName is a name in its two parts: `Maria Aparecida`, `da Silva Teixeira`.
type fullName struct{ first, last string }

func (n fullName) String() string { return strings.TrimSpace(n.first + " " + n.last) }

// login returns the name as the start of an e-mail address: `maria.teixeira`.
func (n fullName) login() string {
	first, _, _ := strings.Cut(n.first, " ")
	last := n.last[strings.LastIndex(n.last, " ")+1:]
	return plain(first) + "." + plain(last)
}

// name returns a name for the gender: one or two first names and one to three family names, with particles.
func (r rng) name(gender associates.Gender) fullName {
	firsts := womensNames
	if gender == associates.Male {
		firsts = mensNames
	}
	first := pick(r, firsts)
	if second := pick(r, firsts); r.percent(28) && second != first {
		first += " " + second
	}
	return fullName{first, r.family()}
}

// family returns one to three different family names, at most one of them with a particle: `da Silva Teixeira`,
// `Ferraz de Carvalho`.
func (r rng) family() string {
	count := draw(r, []weighted[int]{{25, 1}, {65, 2}, {10, 3}})
	var names []string
	for len(names) < count {
		if name := pick(r, familyNames); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if i := r.IntN(count); r.percent(75) {
		names[i] = particles[names[i]] + names[i]
	}
	return strings.Join(names, " ")
}

// plain returns the text in lower case without accents.
func plain(text string) string {
	bare, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn))), text)
	if err != nil {
		panic(err)
	}
	return strings.ToLower(bare)
}
