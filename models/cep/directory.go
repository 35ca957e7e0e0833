package cep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"acolhe/models/types/brdoc"
	"acolhe/models/types/texts"
)

// DefaultURL is where ViaCEP answers.
const DefaultURL = "https://viacep.com.br"

const (
	// patience is what a person who goes on typing does not notice.
	patience = 2 * time.Second
	// maxAnswer is far beyond any address; what is longer is none.
	maxAnswer = 64 << 10
)

// Directory is ViaCEP at a base URL. The zero value has none and never answers.
type Directory struct {
	URL string
	// Patience is how long an answer may take; two seconds when zero.
	Patience time.Duration
}

// wire is an answer as ViaCEP spells it. Erro was a boolean once and is a text now.
type wire struct {
	Erro       any    `json:"erro"`
	CEP        string `json:"cep"`
	Logradouro string `json:"logradouro"`
	Bairro     string `json:"bairro"`
	Localidade string `json:"localidade"`
	UF         string `json:"uf"`
}

// ask gives what the directory says. Errors name neither the code nor the address that was
// called: they end in logs.
func (d Directory) ask(ctx context.Context, code string) (entry, error) {
	if d.URL == "" {
		return entry{}, errors.New("no directory of postal codes is configured")
	}
	ctx, cancel := context.WithTimeout(ctx, d.timeLimit())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(d.URL, "/")+"/ws/"+code+"/json/", nil)
	if err != nil {
		return entry{}, withoutAddress(err)
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "Acolhe")
	// A directory that has moved, or a captive network, leads elsewhere: that is no answer.
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		return entry{}, withoutAddress(err)
	}
	defer response.Body.Close()
	return read(response, code)
}

func (d Directory) timeLimit() time.Duration {
	if d.Patience == 0 {
		return patience
	}
	return d.Patience
}

// read tells an address and "no such code" from everything else, which is a failure.
func read(response *http.Response, code string) (entry, error) {
	media, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	if response.StatusCode != http.StatusOK || media != "application/json" {
		return entry{}, fmt.Errorf("ViaCEP answered %d %s", response.StatusCode, media)
	}
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return entry{}, withoutAddress(err)
	}
	var said wire
	if err := json.Unmarshal(raw, &said); err != nil {
		return entry{}, errors.New("ViaCEP answered no JSON object")
	}
	if said.Erro == true || said.Erro == "true" {
		return entry{Address: Address{CEP: code}}, nil
	}
	found := entry{Known: true, Address: Address{CEP: code, Street: tidy(said.Logradouro), Neighborhood: tidy(said.Bairro),
		City: tidy(said.Localidade), State: said.UF}}
	if brdoc.Digits(said.CEP) != code || found.City == "" || !brdoc.IsState(found.State) {
		return entry{}, errors.New("ViaCEP answered no address of the code")
	}
	return found, nil
}

// tidy brings a name to what an address takes.
func tidy(name string) string {
	const longest = 120
	return texts.Start(strings.Join(strings.Fields(strings.ReplaceAll(name, "\x00", "")), " "), longest)
}

// withoutAddress takes the URL out of an error of net/http: it holds somebody's postal code.
func withoutAddress(err error) error {
	if of := new(url.Error); errors.As(err, &of) {
		return of.Err
	}
	return err
}
