package private

import (
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// inheritedCluster is the path of the cluster for a server that root starts. PostgreSQL refuses to
// run as root, and the account of the server often cannot reach the data directory by its path
// (below root's home, or any closed directory). The server inherits the open directory as its file
// descriptor 3, which needs no permission on the path.
const inheritedCluster = "/proc/self/fd/3"

func isRoot() bool { return os.Geteuid() == 0 }

// accountFor returns the account that the server runs as: nil (the same user) unless this process
// is root. An existing cluster keeps its owner.
func accountFor(instance instanceDir) (*syscall.Credential, error) {
	if !isRoot() {
		return nil, nil
	}
	if info, err := os.Stat(instance.cluster()); err == nil {
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

// changeOwner makes the account the owner of the path; a nil account changes nothing.
func changeOwner(account *syscall.Credential, path string) error {
	if account == nil {
		return nil
	}
	return os.Chown(path, int(account.Uid), int(account.Gid))
}

// clusterPath returns the path of the cluster for programs that run as the account.
func clusterPath(account *syscall.Credential, cluster string) string {
	if account == nil {
		return cluster
	}
	return inheritedCluster
}
