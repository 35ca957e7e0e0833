// Command image writes the container image of Acolhe from a program that was built already and a folder with what it needs
// beside itself. It needs no Docker. The same input gives the same image, byte for byte.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// user is the number of the user and the group of the program.
const user = 10001

// repository is the name of the image before its version.
const repository = "acolhe"

// input is what an image is made of.
type input struct {
	// program is the path of the built program, runtime that of the folder of packaging/image/runtime.
	program, runtime string
	// arch is the architecture in Go's words, version that of the program, revision its commit.
	arch, version, revision string
	// created is the time of the image and of each file in it.
	created time.Time
}

func main() {
	var in input
	var created int64
	out := flag.String("out", "", "file to write")
	flag.StringVar(&in.program, "program", "", "built program")
	flag.StringVar(&in.runtime, "runtime", "", "folder with libraries")
	flag.StringVar(&in.arch, "arch", "amd64", "architecture")
	flag.StringVar(&in.version, "version", "", "version")
	flag.StringVar(&in.revision, "revision", "", "commit")
	flag.Int64Var(&created, "created", 0, "time of the commit in seconds since 1970")
	flag.Parse()
	in.created = time.Unix(created, 0).UTC()
	digest, err := write(in, *out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
	fmt.Println(digest)
}

// write writes the image into a file that `docker load`, `podman load` and skopeo read, and returns its digest.
func write(in input, path string) (v1.Hash, error) {
	tag, err := name.NewTag(repository + ":" + in.version)
	if err != nil {
		return v1.Hash{}, err
	}
	image, err := build(in)
	if err != nil {
		return v1.Hash{}, err
	}
	if err := tarball.WriteToFile(path, tag, image); err != nil {
		return v1.Hash{}, errors.Join(err, os.Remove(path))
	}
	return image.Digest()
}

// build returns the image: the runtime, which changes with Debian alone, below the program.
func build(in input) (v1.Image, error) {
	base, err := layerOf(in.created, func(w *archive) error {
		w.tree(in.runtime)
		w.file("etc/passwd", 0o644, fmt.Appendf(nil, "root:x:0:0:root:/:/bin/false\nacolhe:x:%d:%d:Acolhe:/var/lib/acolhe:/bin/false\n", user, user))
		w.file("etc/group", 0o644, fmt.Appendf(nil, "root:x:0:\nacolhe:x:%d:\n", user))
		w.file("etc/nsswitch.conf", 0o644, []byte("passwd: files\ngroup: files\nhosts: files dns\n"))
		w.folder("tmp", 0o1777, 0)
		return w.err
	})
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(in.program)
	if err != nil {
		return nil, err
	}
	top, err := layerOf(in.created, func(w *archive) error {
		w.file("usr/bin/acolhe", 0o755, program)
		w.folder("var/lib/acolhe", 0o700, user)
		return w.err
	})
	if err != nil {
		return nil, err
	}
	image, err := mutate.AppendLayers(mutate.MediaType(empty.Image, types.OCIManifestSchema1), base, top)
	if err != nil {
		return nil, err
	}
	configured, err := configure(image, in)
	if err != nil {
		return nil, err
	}
	return mutate.CreatedAt(mutate.ConfigMediaType(configured, types.OCIConfigJSON), v1.Time{Time: in.created})
}

// configure says how a container of the image runs.
func configure(image v1.Image, in input) (v1.Image, error) {
	file, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture = "linux", in.arch
	file.Config = v1.Config{
		User:         fmt.Sprintf("%d:%d", user, user),
		Env:          []string{"PATH=/usr/bin:/bin", "APP_ENV=production", "DATA_DIR=/var/lib/acolhe", "ADDR=0.0.0.0:8080"},
		Entrypoint:   []string{"/usr/bin/acolhe"},
		WorkingDir:   "/var/lib/acolhe",
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		Volumes:      map[string]struct{}{"/var/lib/acolhe": {}},
		StopSignal:   "SIGTERM",
		Healthcheck: &v1.HealthConfig{
			Test: []string{"CMD", "/usr/bin/acolhe", "health"}, Interval: 30 * time.Second, Timeout: 5 * time.Second,
			StartPeriod: 2 * time.Minute, Retries: 3,
		},
		Labels: map[string]string{
			"org.opencontainers.image.title":       "Acolhe",
			"org.opencontainers.image.description": "Association management for patient associations",
			"org.opencontainers.image.version":     in.version,
			"org.opencontainers.image.revision":    in.revision,
			"org.opencontainers.image.created":     in.created.Format(time.RFC3339),
		},
	}
	return mutate.ConfigFile(image, file)
}
