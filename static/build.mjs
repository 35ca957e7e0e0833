// Builds the browser assets: static/src and the pinned npm packages become static/dist, each file
// named by a hash of its content, with brotli and gzip beside it and a manifest that static.go
// reads. Prints the download sizes and fails when they exceed the budget.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { transform } from "lightningcss";
import subsetFont from "subset-font";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const src = join(root, "static/src");
const dist = join(root, "static/dist");
const npm = (path) => join(root, "node_modules", path);

// Bytes as a browser receives them: brotli, or the file itself if it is already compressed.
const budgets = {
  "app.css": 24_000,
  "app.js": 32_100,
  "entry.js": 4_000,
  "register.css": 18_900,
  "register.js": 12_000,
  "report.js": 4_000,
  "shared.js": 1_000,
  "sign.js": 8_000,
  "term.js": 3_000,
  "worker.js": 1_500,
  "editor.js": 115_000,
  "editor.css": 3_000,
  "charts.css": 3_000,
  "configuration.css": 2_000,
  "cross.css": 1_000,
  "tiles.css": 1_000,
  "agenda.css": 2_700,
  "hours.css": 2_500,
  "booking.css": 1_200,
  "parcel.css": 1_000,
  "privacy.css": 1_500,
  "code.css": 1_200,
  "cart.css": 1_500,
  "agenda.js": 4_000,
  "charts.js": 1_000,
  "icons.svg": 6_600,
  "inter.woff2": 30_000,
  "board.css": 3_000,
  "texts.css": 1_000,
  "notices.css": 1_200,
  "arrange.css": 1_500,
  "people.css": 2_000,
  "check.css": 2_000,
  "card.css": 1_000,
  "letters.css": 1_600,
  "match.css": 2_000,
  "match.js": 1_500,
  "check.js": 2_000,
  "home.js": 2_000,
  "portal.js": 8_000,
  "count.css": 1_000,
  "lot.css": 1_000,
  "count.js": 2_000,
  "separation.js": 1_500,
  "imports.css": 2_500,
};

// The packages of the editor of terms.
const editor = [...readdirSync(npm("@tiptap")).map((name) => `@tiptap/${name}`), ...readdirSync(npm("")).filter((name) => name.startsWith("prosemirror-")),
  "orderedmap", "rope-sequence", "w3c-keyname"];

// Packages of which a part reaches the browser, so that their licences are shipped too.
const shipped = ["tailwindcss", "basecoat-css", "htmx.org", "maska", "signature_pad", "web-vitals", ...editor, "lucide-static", "@fontsource-variable/inter", "@expo-google-fonts/inter",
  "@zxcvbn-ts/language-common"];

// The parts of Basecoat that views/ui uses, and the class of the dark theme.
const kit = ["avatar", "btn", "card", "dark", "dialog", "drawer", "input", "kbd", "select", "textarea", "toast", "toaster"];

await build();

async function build() {
  const manifest = {};
  const sizes = {};
  empty(dist);
  const add = (name, content) => {
    manifest[name] = hashed(name, content);
    sizes[name] = store(manifest[name], content);
    return `/static/${manifest[name]}`;
  };
  const font = add("inter.woff2", await webFont());
  // Printed documents embed the letters that they use; PDF needs TrueType. See models/platform/pdf.
  add("paper.ttf", readFileSync(npm("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf")));
  add("paper-bold.ttf", readFileSync(npm("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf")));
  add("paper-italic.ttf", readFileSync(npm("@expo-google-fonts/inter/400Regular_Italic/Inter_400Regular_Italic.ttf")));
  add("paper-bold-italic.ttf", readFileSync(npm("@expo-google-fonts/inter/600SemiBold_Italic/Inter_600SemiBold_Italic.ttf")));
  add("icons.svg", sprite());
  add("favicon.svg", readFileSync(join(src, "favicon.svg")));
  // The same image without round corners, because phones cut them, at 180 pixels.
  add("touch-icon.png", readFileSync(join(src, "touch-icon.png")));
  for (const name of ["app.css", "register.css"]) add(name, stylesheet(name).replace("inter.woff2", font));
  // What only a few pages need.
  for (const name of ["charts.css", "configuration.css", "cross.css", "tiles.css", "agenda.css", "hours.css", "booking.css", "parcel.css", "code.css", "cart.css", "board.css", "texts.css", "notices.css", "arrange.css", "people.css", "check.css", "card.css", "letters.css", "imports.css", "match.css", "privacy.css", "count.css", "lot.css"]) {
    add(name, transform({ filename: name, code: readFileSync(join(src, "css", name)), minify: true }).code.toString());
  }
  for (const [name, code] of scripts()) add(name, code);
  // Pictures of the help, which the browser tests take: `make pictures`.
  const pictures = join(root, "static/pictures/help");
  for (const name of readdirSync(pictures).filter((file) => file.endsWith(".webp"))) add(`help-${name}`, readFileSync(join(pictures, name)));
  add("common-passwords.txt", commonPasswords());
  add("licenses.txt", licenses());
  writeFileSync(join(dist, "manifest.json"), JSON.stringify(manifest, null, 2));
  check(sizes);
}

// The letters of western European languages in the weights that the style sheets use: every first page load carries them.
function webFont() {
  const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");
  const letters = range(0x20, 0x7e) + range(0xa0, 0xff) + "ıŒœ" + range(0x2010, 0x2027) + range(0x2030, 0x203a) + "\u2009\u202f€™←↑→↓−≤≥";
  const font = readFileSync(npm("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"));
  return subsetFont(font, letters, { targetFormat: "woff2", variationAxes: { wght: { min: 400, max: 700 } } });
}

function empty(dir) {
  for (const name of readdirSync(dir)) if (name !== ".gitkeep") rmSync(join(dir, name));
}

function hashed(name, content) {
  const extension = extname(name);
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  return `${name.slice(0, -extension.length)}-${hash}${extension}`;
}

function store(name, content) {
  const bytes = Buffer.from(content);
  writeFileSync(join(dist, name), bytes);
  if (/\.(woff2|png|ttf|webp)$/.test(name)) return bytes.length;
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  writeFileSync(join(dist, `${name}.br`), brotli);
  writeFileSync(join(dist, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  return brotli.length;
}

function stylesheet(name) {
  const dir = mkdtempSync(join(tmpdir(), "acolhe-css-"));
  try {
    const out = join(dir, name);
    execFileSync(process.execPath, [npm("@tailwindcss/cli/dist/index.mjs"), "-i", join(src, "css", name), "-o", out], {
      cwd: root, stdio: ["ignore", "ignore", "pipe"],
    });
    return prune(readFileSync(out));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

// Basecoat cannot be imported by component. Its rules for parts that views/ui does not use are two
// thirds of all, and every page would load and match them.
function prune(css) {
  const dir = npm("basecoat-css/dist");
  const rules = ["components", "styles"].flatMap((folder) => readdirSync(join(dir, folder)).map((name) => readFileSync(join(dir, folder, name), "utf8")));
  const foreign = new Set(classesIn(rules).filter((name) => !kit.includes(name)));
  const ours = [...classesIn(sources(["static/src/css"], /\.css$/)), ...classesOf(sources(["views"], /\.templ$/))];
  const lost = ours.filter((name) => foreign.has(name));
  if (lost.length) throw new Error(`the kit has ${lost.join(", ")} too: take another name, or add it to the parts in static/build.mjs`);
  const marks = new Set(sources(["views", "static/src"], /\.(templ|go|js|css)$/).join("\n").match(/data-[\w-]+/g));
  const met = (part) => (part.type === "class" ? !foreign.has(part.name) : part.type !== "attribute" || !part.name.startsWith("data-") || marks.has(part.name));
  const visitor = { Selector: (selector) => (canMatch(selector, met) ? selector : []) };
  return transform({ filename: "app.css", code: transform({ filename: "app.css", code: Buffer.from(css), visitor }).code, minify: true }).code.toString();
}

// canMatch reports whether an element can match, and removes the alternatives that cannot.
function canMatch(selector, met) {
  return selector.every((part) => {
    if (!met(part)) return false;
    if (part.type !== "pseudo-class" || !part.selectors || part.kind === "not") return true;
    part.selectors = part.selectors.filter((inner) => canMatch(inner, met));
    return part.selectors.length > 0;
  });
}

function classesIn(rules) {
  return [...new Set(rules.flatMap((text) => [...text.matchAll(/\.([a-z][a-z-]+)(?=[\s:>,[.{)])/g)].map((match) => match[1])))];
}

function classesOf(templates) {
  return templates.flatMap((text) => [...text.matchAll(/\bclass="([^"]*)"/g)].flatMap((match) => match[1].split(" ")));
}

function scripts() {
  const result = buildSync({
    absWorkingDir: root,
    entryPoints: ["agenda", "app", "charts", "check", "count", "editor", "entry", "home", "match", "portal", "register", "report", "separation", "shared", "sign", "term", "worker"].map((name) => join(src, `js/${name}.js`)),
    outdir: dist, write: false, bundle: true, minify: true, format: "esm", target: "es2022", legalComments: "none",
  });
  return result.outputFiles.map((file) => [file.path.slice(dist.length + 1), file.text]);
}

// An icon used in code but missing in the list would be blank, so it stops the build.
function sprite() {
  const names = readFileSync(join(src, "icons.txt"), "utf8").split("\n").filter(Boolean);
  const wanted = sources(["views", "handlers"], /\.(templ|go)$/)
    .flatMap((text) => [...text.matchAll(/\bIcon(?:: |\()"([a-z0-9-]+)"/g)].map((match) => match[1]));
  const missing = [...new Set(wanted)].filter((name) => !names.includes(name));
  if (missing.length) throw new Error(`static/src/icons.txt lacks ${missing.join(", ")}`);
  const symbols = names.map((name) => {
    const drawing = readFileSync(npm(`lucide-static/icons/${name}.svg`), "utf8").replace(/^[\s\S]*?<svg[\s\S]*?>\s*/, "");
    return `<symbol id="${name}" viewBox="0 0 24 24">${drawing.replace(/<\/svg>\s*$/, "").replace(/\s*\n\s*/g, "").replaceAll(" />", "/>")}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}

// The thousand most common passwords, and the thousand most common ones of at least eight characters, most
// common first; then Portuguese words with an asterisk, which digits and signs make no better. The server refuses
// them (models/platform/password), and password fields tick that off.
function commonPasswords() {
  const ranked = JSON.parse(readFileSync(npm("@zxcvbn-ts/language-common/src/passwords.json"), "utf8"));
  const long = ranked.filter((password) => password.length >= 8);
  const portuguese = readFileSync(new URL("src/common-passwords.pt.txt", import.meta.url), "utf8").trim().split("\n");
  return [...new Set([...ranked.slice(0, 1000), ...long.slice(0, 1000), ...portuguese.map((word) => `${word}*`)])].join("\n") + "\n";
}

function licenses() {
  return shipped.map((name) => {
    const { version } = JSON.parse(readFileSync(npm(`${name}/package.json`), "utf8"));
    const files = readdirSync(npm(name)).filter((entry) => /^licen[sc]e/i.test(entry));
    return [`${name} ${version}`, ...files.map((file) => readFileSync(npm(`${name}/${file}`), "utf8").trim())].join("\n\n") + "\n";
  }).join(`\n${"-".repeat(72)}\n\n`);
}

// A fresh checkout may lack an area's folder.
function sources(folders, pattern) {
  return folders.flatMap((folder) => {
    try {
      return readdirSync(join(root, folder), { recursive: true }).filter((name) => pattern.test(name))
        .map((name) => readFileSync(join(root, folder, name), "utf8"));
    } catch (error) {
      if (error.code === "ENOENT") return [];
      throw error;
    }
  });
}

function check(sizes) {
  const over = [];
  for (const [name, bytes] of Object.entries(sizes)) {
    const budget = budgets[name];
    console.log(`${name.padEnd(14)} ${String(bytes).padStart(6)} B${budget ? ` of ${budget}` : ""}`);
    if (budget && bytes > budget) over.push(name);
  }
  if (over.length) {
    console.error(`over budget: ${over.join(", ")}`);
    process.exit(1);
  }
}
