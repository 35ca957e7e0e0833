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

// command is a subcommand. It accepts no flags if flags is empty.
type command struct {
	name    string
	flags   string
	summary string
	run     func(context.Context, config, invocation) error
}

// invocation holds the flags and the streams of one call of a command.
type invocation struct {
	flags []string
	in    io.Reader
	out   io.Writer
}

// commands lists all commands; the first one is the default.
func commands() []command {
	return []command{
		{"serve", "", "põe o sistema no ar (o padrão)", serve},
		{"migrate", "", "deixa o esquema do banco de dados em dia", migrate},
		{"routes", "", "mostra as rotas e quem pode chamá-las", printRoutes},
		{"openapi", "", "mostra o documento OpenAPI", printDocument},
		{versionCommand, "", "mostra a versão", printVersion},
		{"admin recover", "--email E", "apaga a segunda etapa de um operador que perdeu o celular e os códigos", recoverOperator},
		{"admin create", "--email E --name N", "cria um administrador; a senha vem da entrada padrão", createAdministrator},
		{"doctor", "", "examina o sistema e diz o que fazer; termina com erro se há um problema", examine},
		{"health", "", "diz se o sistema deste computador responde; termina com erro se não", checkHealth},
		{"log verify", "[--head H]", "confere o registro de quem viu os dados e de segurança", verifyLog},
		{"backup", "", "faz uma cópia de segurança em todos os lugares, também com o sistema no ar", makeBackup},
		{"restore", "--from L [--copy C] [--to \"D H\"] [--key A]", "restaura uma cópia em um lugar vazio", restoreCopy},
		{"rotate-key", "", "cifra tudo com a chave de CONFIG_ENCRYPT_KEY_NEW", rotateKey},
		{"import directus", "--url U [--database P | --dump F]",
			"traz tudo de um Directus, ou de um dump dele, e compara os dois lados; o token vem de DIRECTUS_TOKEN",
			importDirectus},
		{"sample-data load", "[--associates N]", "carrega dados de exemplo", loadSamples},
		{"sample-data remove", "[--yes]", "remove os dados de exemplo; pergunta antes, a não ser com --yes", removeSamples},
	}
}

// versionCommand runs with any environment.
const versionCommand = "version"

// splitArgs splits the arguments into the name of the command and its flags.
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

// usageError is an error about the arguments; its text ends with the list of commands.
type usageError string

func (e usageError) Error() string { return string(e) + "\n\n" + strings.TrimSpace(usage()) }

// parseFlags parses a command's flags and refuses further arguments.
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
