// Package devices words the signed-in devices of a person: their names, their last use and their networks.
package devices

import (
	"net/netip"
	"time"

	"acolhe/models/sessions"
	"acolhe/models/types/fmtbr"
)

// Name returns the browser and the system of a device.
func Name(device sessions.Session) string {
	if device.Device == "" {
		return "Aparelho desconhecido"
	}
	return device.Device
}

// Note returns the last use, the network and the sign-in of one of the devices, of which the current one is the first.
func Note(device sessions.Session, all []sessions.Session, now time.Time) string {
	zone := now.Location()
	network := Network(device.IP)
	if !device.IsCurrent && len(all) > 0 && all[0].IsCurrent && device.IP != "" && device.IP == all[0].IP {
		network = "mesma rede de agora"
	}
	return fmtbr.Join(" · ", "último uso "+fmtbr.Ago(device.LastUsedAt, now, zone), network,
		"entrou em "+fmtbr.Date(device.DateCreated, zone))
}

// Network names the network of an IP address by what the program knows without asking anybody: a private address is in the
// network in which the program runs, every other one comes from the internet. It is empty for no address.
func Network(text string) string {
	ip, err := netip.ParseAddr(text)
	switch {
	case err != nil:
		return ""
	case ip.Unmap().IsPrivate() || ip.Unmap().IsLoopback() || ip.IsLinkLocalUnicast():
		return "rede da associação"
	}
	return "internet, endereço " + text
}
