// Command acolhe-sim runs the simulators of external services for development. With arguments it runs them as a
// command whose environment points to the simulators, and ends with it: `acolhe-sim bin/acolhe`.
package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"acolhe/simulators/googlecalendar"
	"acolhe/simulators/loggi"
	"acolhe/simulators/melhorenvio"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "acolhe-sim:", err)
		os.Exit(1)
	}
}

func run(command []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	environment := sender()
	for _, simulator := range simulators() {
		base, err := serve(simulator.handler, simulator.addr)
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s: %s\n", simulator.name, base)
		environment = append(environment, simulator.variables(base)...)
	}
	if len(command) == 0 {
		for _, variable := range environment {
			fmt.Println(variable)
		}
		<-ctx.Done()
		return nil
	}
	return runCommand(ctx, command, environment)
}

// simulator is a simulated service with the variables of the environment that lead to it.
type simulator struct {
	name      string
	addr      string
	handler   http.Handler
	variables func(base string) []string
}

func simulators() []simulator {
	return []simulator{
		{"Loggi", "127.0.0.1:8181", loggi.New(loggi.Default), func(base string) []string {
			return []string{"CARRIER_A_ENABLED=true", "CARRIER_A_USE_FOR_QUOTE=true", "CARRIER_A_USE_FOR_LABEL=true", "CARRIER_A_BASE_URL=" + base,
				"CARRIER_A_CLIENT_ID=" + loggi.Default.ClientID, "CARRIER_A_CLIENT_SECRET=" + loggi.Default.ClientSecret,
				"CARRIER_A_COMPANY_ID=" + loggi.Default.CompanyID, "CARRIER_A_SERVICE_ID=" + loggi.Default.ServiceID}
		}},
		{"Melhor Envio", "127.0.0.1:8182", melhorenvio.New(melhorenvio.Default), func(base string) []string {
			return []string{"CARRIER_B_ENABLED=true", "CARRIER_B_USE_FOR_QUOTE=true", "CARRIER_B_USE_FOR_LABEL=true", "CARRIER_B_BASE_URL=" + base,
				"CARRIER_B_CLIENT_ID=" + melhorenvio.Default.ClientID, "CARRIER_B_CLIENT_SECRET=" + melhorenvio.Default.ClientSecret,
				"CARRIER_B_PERSONAL_TOKEN=" + melhorenvio.Default.PersonalToken, "CARRIER_B_SUPPORT_EMAIL=suporte@exemplo.org.br"}
		}},
		{"Google Agenda", "127.0.0.1:8183", googlecalendar.New(googlecalendar.Default), func(base string) []string {
			return []string{"CALENDAR_ENABLED=true", "CALENDAR_USE_FOR_SCHEDULING=true", "CALENDAR_BASE_URL=" + base,
				"CALENDAR_CLIENT_ID=" + googlecalendar.Default.ClientID, "CALENDAR_CLIENT_SECRET=" + googlecalendar.Default.ClientSecret}
		}},
	}
}

// sender returns the settings that a quote needs.
func sender() []string {
	return []string{
		`STORE_SHIP_FROM={"name":"Associação Modelo","document":"52998224725","phone":"48999990000","email":"envios@exemplo.org.br","street":"Rua das Flores",` +
			`"number":"10","complement":"","neighborhood":"Centro","city":"Florianópolis","state":"SC","cep":"88010000"}`,
		"STORE_FREIGHT_CONTENT_DECLARATION=Produtos da associação",
		"STORE_PACKAGE_WEIGHT_G=300", "STORE_PACKAGE_LENGTH_CM=20", "STORE_PACKAGE_WIDTH_CM=15", "STORE_PACKAGE_HEIGHT_CM=10",
	}
}

func serve(handler http.Handler, addr string) (base string, err error) {
	var config net.ListenConfig
	listener, err := config.Listen(context.Background(), "tcp", addr)
	if err != nil {
		return "", err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }()
	return "http://" + listener.Addr().String(), nil
}

// runCommand runs a command until it ends. Signals reach it through the terminal or are passed on.
func runCommand(ctx context.Context, command, environment []string) error {
	running := exec.CommandContext(ctx, command[0], command[1:]...)
	running.Cancel = func() error { return running.Process.Signal(syscall.SIGTERM) }
	running.Env = append(os.Environ(), environment...)
	running.Stdin, running.Stdout, running.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := running.Run()
	if errors.Is(err, context.Canceled) || ctx.Err() != nil {
		return nil
	}
	return err
}
