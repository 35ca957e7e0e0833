package private

import (
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// heldCluster is the cluster as the server names it when root started it. PostgreSQL refuses
// to run as root, and the account it runs as instead can rarely walk the path to the data
// (below root's home, or any directory closed to others). It need not: it inherits the cluster's
// directory opened, as its first descriptor after the standard three, and this name leads
// the kernel there without walking a path. So nothing has to be copied, mounted or opened
// to others.
const heldCluster = "/proc/self/fd/3"

func isRoot() bool { return os.Geteuid() == 0 }

// accountFor is whom the server runs as: nil (the same user) unless this process is root.
// An existing cluster keeps its owner, so that an account made later changes nothing.
func accountFor(at home) (*syscall.Credential, error) {
	if !isRoot() {
		return nil, nil
	}
	if info, err := os.Stat(at.cluster()); err == nil {
		if owner := info.Sys().(*syscall.Stat_t); owner.Uid != 0 {
			return &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}, nil
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		if found, err := user.Lookup(name); err == nil {
			return credential(found)
		}
	}
	return nil, fmt.Errorf("o PostgreSQL não roda como root, e este sistema não tem o usuário postgres nem nobody")
}

func credential(of *user.User) (*syscall.Credential, error) {
	uid, err := strconv.ParseUint(of.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(of.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

func giveTo(account *syscall.Credential, path string) error {
	if account == nil {
		return nil
	}
	return os.Chown(path, int(account.Uid), int(account.Gid))
}

// nameFor is how the programs are told where the cluster is.
func nameFor(account *syscall.Credential, cluster string) string {
	if account == nil {
		return cluster
	}
	return heldCluster
}
