package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// command is a subcommand; one without flags takes none.
type command struct {
	name    string
	flags   string
	summary string
	run     func(context.Context, config, invocation) error
}

// invocation is what a command is called with, beside the environment.
type invocation struct {
	flags []string
	in    io.Reader
	out   io.Writer
}

// commands is the whole list; the first one is meant when none is named.
func commands() []command {
	return []command{
		{"serve", "", "põe o sistema no ar (o padrão)", serve},
		{"migrate", "", "deixa o esquema do banco de dados em dia", migrate},
		{"routes", "", "mostra as rotas e quem pode chamá-las", printRoutes},
		{"openapi", "", "mostra o documento OpenAPI", printDocument},
		{"admin create", "--email E --name N", "cria um administrador; a senha vem da entrada padrão", createAdministrator},
		{"rotate-key", "", "cifra tudo com a chave de CONFIG_ENCRYPT_KEY_NEW", rotateKey},
		{"sample-data load", "[--associates N]", "carrega dados de exemplo", loadSamples},
		{"sample-data remove", "[--yes]", "remove os dados de exemplo; pergunta antes, a não ser com --yes", removeSamples},
	}
}

// splitArgs parts the words that name a command from the flags behind them.
func splitArgs(args []string) (name string, flags []string) {
	first := slices.IndexFunc(args, func(word string) bool { return strings.HasPrefix(word, "-") })
	if first < 0 {
		first = len(args)
	}
	return strings.Join(args[:first], " "), args[first:]
}

func wantsHelp(name string, flags []string) bool {
	return name == "help" || slices.ContainsFunc(flags, func(flag string) bool {
		return flag == "-h" || flag == "-help" || flag == "--help"
	})
}

func findCommand(name string, flags []string) (command, error) {
	all := commands()
	if name == "" {
		name = all[0].name
	}
	chosen := slices.IndexFunc(all, func(c command) bool { return c.name == name })
	if chosen < 0 {
		return command{}, usageError(fmt.Sprintf("%q não é um comando", name))
	}
	if all[chosen].flags == "" && len(flags) > 0 {
		return command{}, usageError(fmt.Sprintf("%s não tem opções, e %s não serve", name, flags[0]))
	}
	return all[chosen], nil
}

// usageError is a sentence about the words of a call; the list of commands follows it.
type usageError string

func (e usageError) Error() string { return string(e) + "\n\n" + strings.TrimSpace(usage()) }

// parseFlags reads a command's flags.
func parseFlags(flags *flag.FlagSet, given []string) error {
	flags.SetOutput(io.Discard)
	if flags.Parse(given) == nil && flags.NArg() == 0 {
		return nil
	}
	return usageError(fmt.Sprintf("opções que não servem para %s: %s", flags.Name(), strings.Join(given, " ")))
}

func usage() string {
	var text strings.Builder
	text.WriteString("Uso: acolhe [comando]\n\n")
	table := tabwriter.NewWriter(&text, 0, 0, 3, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(table, "  %s\t%s\n", strings.TrimSpace(c.name+" "+c.flags), c.summary)
	}
	fmt.Fprint(table, "  help\tmostra esta lista\n")
	table.Flush()
	return text.String()
}
