package https

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
)

// Listen opens the port of an address, which a variable of the environment gave. Its error is one sentence for the person who
// starts the program.
func Listen(ctx context.Context, variable, addr string) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	switch {
	case err == nil:
		return listener, nil
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("o endereço %s já está em uso por outro programa: pare-o ou escolha outro em %s", addr, variable)
	case errors.Is(err, syscall.EACCES) && variable == "ADDR":
		return nil, fmt.Errorf("este usuário não pode escutar em %s: escolha em ADDR uma porta a partir de 1024", addr)
	case errors.Is(err, syscall.EACCES):
		return nil, fmt.Errorf("este usuário não pode escutar em %s (%s): use o serviço do systemd, ou permita com "+
			"`setcap cap_net_bind_service=+ep` e o caminho do programa", addr, variable)
	}
	return nil, fmt.Errorf("o endereço %s (%s) não é desta máquina", addr, variable)
}
