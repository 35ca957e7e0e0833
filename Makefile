# Acolhe. `make` lists the targets. Each target installs its dependencies from the lock files; nothing else is
# downloaded.

SHELL := /bin/sh
BIN := bin/acolhe
# Everything is compiled as for the packages, once: without C, without paths of this machine, and Gin without MessagePack (6 MB less).
export CGO_ENABLED := 0
export GOFLAGS += -tags=nomsgpack -trimpath
STAMP := node_modules/.acolhe-installed
ASSETS := static/dist/manifest.json
POSTGRES := models/platform/db/private/archive/.packed
ASSET_SOURCES := $(shell find static/src views -name '*.js' -o -name '*.css' -o -name '*.svg' -o -name '*.txt' -o -name '*.templ') static/build.mjs
# VERSION orders the packages by the time of their commits.
VERSION ?= 0.1~$(shell git log -1 --format=%cd --date=format:%Y%m%d%H%M%S)
# RELEASE is the version of the program and the time of its commit, from which its age follows.
RELEASE := -X acolhe/models/types/version.name=$(VERSION) -X acolhe/models/types/version.committed=$(shell git log -1 --format=%ct)
LDFLAGS := -s -w $(RELEASE)
# TEST runs go test with a temporary PostgreSQL and prints the slowest packages and tests. SLOW matches tests that walk through the pages,
# look at states in every look, kill processes or call tools; LONG matches tests with fewer rows in the quick run (-short). Tests are not
# vetted here: `make lint` vets everything.
TEST := go run ./cmd/testdb -times -- go test -vet=off -ldflags=-s
SLOW := Test(Kill|Tool|Walk|Looks)_
# SCALE matches the tests that load thousands of associates, minutes each.
SCALE := TestScale_
# RARE are tests of ten seconds and more that rarely break: restores, first starts, dumps, limits by address.
RARE := Test(Rehearse|Restore_Damaged|Restore_Interrupted|FirstStart_Resumed|Thousand_SameLimits|Serve_NoSecretInLogs|Serve_Production|Appointment_MailedLetters|Recover_ToMoment|Recover_Remote|Recover_Damaged|ImportDirectus_Dump|Open_Unreadable|RequestUndo_Field|CopiesPage|CreateItems_Deadlock|Renew_Failures)
SKIPPED = $(SLOW)|$(SCALE)|$(RARE)$$
LONG := Test(Pages_Looks|Portal_Walk|Filter_SameAsEvaluation|Sheets_BoundedMemory|Reports_Hostile)
# DAILY are the browser tests of the quick run: what people do all day, on each surface.
DAILY := Test(Order_PlacedByKeyboard|OrderSteps_PaidAndTakenBack|Shipping_ByKeyboard|Reception_LiveByKeyboard|Record_CallAndSolve|Booking_ByKeyboard|Hours_Moved|AssociatesList_Filtered|Palette_FindsPeopleAndOrders|Session_EndsInForm|Operator_InvitedByKeyboard|Registration_Self|Sign_FromTemplateToProof)

# ZONE is that of the quick tests in CI, another one each day: nothing may depend on the machine's.
ZONE = $(word $(shell expr $$(date -u +%j) % 3 + 1),America/Sao_Paulo Asia/Tokyo UTC)

.DEFAULT_GOAL := help
.PHONY: help run dev build test browser once slow rest scale copies directus kills soak strangers hostile race check lint generate bench pictures lighthouse dist dist-check hour cluster image chromium tools clean

help: ## Show this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: build ## Build and start everything; Ctrl+C stops it. CARRIER_SIMULATORS=true simulates the carriers
ifeq ($(CARRIER_SIMULATORS),true)
	@go build -o bin/acolhe-sim ./cmd/acolhe-sim
	@exec bin/acolhe-sim ./$(BIN)
else
	@exec ./$(BIN)
endif

dev: $(ASSETS) $(POSTGRES) ## Start with live reload of pages, styles and code
	@ADDR=127.0.0.1:8090 go tool templ generate -watch -path . -proxy=http://127.0.0.1:8090 -proxyport=8080 \
		-open-browser=false -watch-pattern='(static/src/.+)|(.+\.go$$)|(.+\.templ$$)' -cmd=static/dev.sh

build: $(ASSETS) $(POSTGRES) ## Build the one binary, bin/acolhe
	@go build -ldflags "$(LDFLAGS)" -o $(BIN) ./cmd/acolhe

# The garbage collector runs a third as often: the memory of one test is small, and it takes a quarter of their processor time.
QUICK = GOGC=300 $(TEST) -short -skip '^($(SKIPPED))' -timeout 30m

test: $(ASSETS) $(POSTGRES) chromium ## Run the quick tests, and in a browser what people do all day
	$(QUICK) $$(go list ./... | grep -v '/browser$$')
	$(TEST) -short -run '^$(DAILY)$$' $$(grep -rlE '^func $(DAILY)\(' --include='*_test.go' handlers | xargs -n 1 dirname | sort -u | sed 's|^|./|')

browser: SKIPPED := $(SKIPPED)|$(LONG)
browser: $(ASSETS) $(POSTGRES) chromium ## Run the browser tests, except those of `make slow`
	$(QUICK) $$(go list ./... | grep '/browser$$')

once: SKIPPED := $(SKIPPED)|$(LONG)
once: $(ASSETS) $(POSTGRES) chromium ## Run the quick tests, in a browser too, and those left out of them, those of both only with all rows
	TZ=$(ZONE) $(QUICK) ./...
	@$(MAKE) rest

slow: rest hostile ## Run what the quick tests leave out, and the 200,000 hostile requests

# rest names the packages with such tests: linking the test programs of all others takes minutes.
rest: $(ASSETS) $(POSTGRES) chromium tools ## Run the tests left out of the quick ones: every look, many random cases, killed processes, tools
	$(TEST) -run '^($(SLOW)|($(LONG)|$(RARE))$$)' -timeout 60m \
		$$(grep -rlE '^func ($(SLOW)|($(LONG)|$(RARE))\()' --include='*_test.go' --exclude-dir=bench --exclude-dir=packaging . | xargs -n 1 dirname | sort -u)
	go -C cmd/bench test -vet=off ./...
	go -C packaging/image test -vet=off -skip '^TestTool_' ./...

scale: $(ASSETS) $(POSTGRES) ## Visit every page over 1,000 and 100,000 sample associates; fails above its ceiling of nodes, bytes and growth
	go run ./cmd/testdb -- go test ./handlers/scale ./handlers/panel/browser ./models/retention -run '^$(SCALE)' -count=1 -v -p 1 -timeout 60m

copies: $(ASSETS) $(POSTGRES) ## Copy 100,000 associates with 5 GB of files in full and incrementally, restore them, and measure the server beside it
	go run ./cmd/testdb -- go test ./cmd/acolhe -run '^TestScale_Copies$$' -count=1 -v -timeout 120m

directus: $(ASSETS) $(POSTGRES) ## Fill the Directus at DIRECTUS_URL (docs/measurements.md) with 50,000 associates, move it, compare 1,000 answers of both
	go run ./cmd/testdb -- go test ./cmd/acolhe -run '^TestScale_RealDirectus$$' -count=1 -v -timeout 120m -args \
		-directus-url '$(DIRECTUS_URL)' -directus-token '$(DIRECTUS_TOKEN)' -directus-database '$(DIRECTUS_DATABASE_URL)'

kills: $(ASSETS) $(POSTGRES) ## Kill the program 42 times under writes, uploads and signatures, 40 times around copies; nothing answered is lost or doubled
	go run ./cmd/testdb -- go test ./cmd/acolhe -run '^TestKill_During(Writes|Uploads|Signatures)$$' -count=14 -v -timeout 120m
	go run ./cmd/testdb -- go test ./cmd/acolhe -run '^TestKill_BackupAndRestore$$' -count=1 -v -timeout 120m -args -backup-kills 40

soak: $(ASSETS) $(POSTGRES) ## Everybody works for SOAK=8h while everything breaks in turns; every answered write is accounted for, nothing grows; as root
	go test ./cmd/acolhe -run '^TestScale_Soak$$' -count=1 -v -timeout 0 -args -soak $(or $(SOAK),8h)

strangers: $(ASSETS) $(POSTGRES) ## Let 100 accounts of strangers write for ten minutes; letters, rows, bytes, appointments stay bounded
	go run ./cmd/testdb -- go test ./handlers/api -run '^TestTool_Strangers$$' -count=1 -v -timeout 60m -args -strangers 10m

hostile: $(ASSETS) $(POSTGRES) ## Send every route 200,000 hostile requests and 50,000 reports of errors; none is answered with 5xx, memory stays bounded
	go run ./cmd/testdb -- go test ./handlers/api -run '^Test(Walk|Reports)_Hostile$$' -count=1 -v -timeout 60m -args \
		-walk 200000 -walk-seconds 1800 -reports 50000

race: export CGO_ENABLED := 1
race: $(ASSETS) $(POSTGRES) ## Run the quick tests and the rare ones without a browser, with race detection
	$(TEST) -race -short -skip '^($(SLOW)|$(SCALE))' -timeout 60m $$(go list ./... | grep -v '/browser')

check: lint test browser slow race ## Everything that must hold before a change lands

lint: $(ASSETS) ## Generated code is up to date, gofmt, vet, staticcheck
	@go tool templ generate -path . >/dev/null
	@git diff --exit-code --stat -- '*_templ.go' || { echo 'Run `make generate` and commit what changed.'; exit 1; }
	@test -z "$$(gofmt -l $$(git ls-files '*.go' | grep -v _templ.go))" || { gofmt -l $$(git ls-files '*.go' | grep -v _templ.go); echo 'Run gofmt on these.'; exit 1; }
	go vet ./...
	go -C cmd/bench vet ./...
	go -C packaging/image vet ./...
	go -C packaging/cluster vet ./...
	go tool staticcheck ./...

generate: ## Generate the Go code of the templates, the golden file of the routes and the lists in the documents
	go tool templ generate -path .
	go test ./handlers -run TestRouteTable_Golden -update
	go test ./models/areas -run TestDocuments_Current -update

pictures: $(ASSETS) $(POSTGRES) ## Take the pictures of the help again
	ACOLHE_HELP_PICTURES=$(CURDIR)/static/pictures/help go run ./cmd/testdb -- go test ./handlers/panel/browser -count=1 -run TestHelp_Pictures

bench: $(ASSETS) $(POSTGRES) ## Measure beside a bare net/http + pgx program; prints ratios, asserts nothing
	@go -C cmd/bench build -o $(CURDIR)/bin/bench .
	@bin/bench

lighthouse: build ## Lighthouse (mobile) of the staff's main pages and of every page outside the panel, with the budgets
	.ci/chromium chromium
	node static/lighthouse.mjs
	go run ./cmd/testdb -- go test ./handlers/register/browser -run '^TestScale_Lighthouse$$' -count=1 -v -timeout 60m

dist: $(ASSETS) ## Build archives and Debian packages for linux amd64 and arm64 into bin/dist
	@packaging/build '$(VERSION)'

image: $(ASSETS) $(POSTGRES) ## Build the container image for this architecture into bin/dist, without Docker; needs apt of a Debian
	@packaging/image/build '$(VERSION)'

dist-check: ## Install, upgrade and remove the Debian package in a fresh Debian root, run the container image in another; needs root and mmdebstrap
	@packaging/check
	go -C packaging/image test -run '^TestTool_' -count=1 ./...

hour: $(ASSETS) ## From an empty Debian root to a running association by the commands of docs/operation.md; needs root and mmdebstrap
	@packaging/build '$(VERSION)' "$$(dpkg --print-architecture)"
	@packaging/hour

cluster: build ## Start the machines of docs/operation.md, break them ten times under load, count what was answered; needs root and Debian's packages
	go -C packaging/cluster test -run '^TestTool_Cluster$$' -count=1 -v -timeout 60m

chromium: ## Make sure that there is a Chromium for the browser tests
	@.ci/chromium

tools: ## Make sure that there are the tools with which tests check PDFs
	@.ci/tools

clean: ## Remove build results; data stays
	rm -rf bin node_modules static/dist/* models/platform/db/private/archive/postgres-* $(POSTGRES)

$(STAMP): package.json package-lock.json
	npm ci --no-progress
	@touch $@

$(ASSETS): $(STAMP) $(ASSET_SOURCES)
	node static/build.mjs

$(POSTGRES): $(STAMP) static/pack-postgres.mjs
	node static/pack-postgres.mjs
	@touch $@
