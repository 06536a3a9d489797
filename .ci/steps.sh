# Steps of a check that is read by .ci/run and .ci/nightly: each is counted and timed.

passed=0
failed=0
reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
times=()

# step NAME COMMAND...: runs a command, counts it, and notes how long it took.
step() {
  local name=$1 began=$SECONDS
  shift
  printf '\n== %s\n' "$name"
  if "$@"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf '!! %s failed\n' "$name"
  fi
  took "$name" "$began"
}

# took NAME BEGAN: notes the seconds since BEGAN.
took() {
  times+=("$(printf '%5d s  %s' "$((SECONDS - $2))" "$1")")
}

# background NAME COMMAND...: starts a command while other steps go on; `step NAME finished NAME` waits for it.
background() {
  local name=$1
  shift
  "$@" >"$reports/background-$name" 2>&1 &
  printf '%s' "$!" >"$reports/background-$name.pid"
}

# finished NAME: waits for a command of `background`, prints its output, and returns its exit code.
finished() {
  wait "$(cat "$reports/background-$1.pid")"
  local code=$?
  cat "$reports/background-$1"
  return "$code"
}

# tests NAME ARGS...: runs vitest and counts its tests one by one. A run that reports no test fails.
tests() {
  local name=$1 file="$reports/$1.json" began=$SECONDS counts
  shift
  printf '\n== tests: %s\n' "$name"
  npm test -- --reporter=default --reporter=json --outputFile.json="$file" "$@"
  local code=$?
  counts=$(node -e '
    const { numPassedTests: p, numFailedTests: f, numFailedTestSuites: s } = JSON.parse(require("fs").readFileSync(process.argv[1]));
    process.stdout.write(`${p} ${f + (f === 0 ? s : 0)}`);' "$file" 2>/dev/null)
  local ok=${counts% *} bad=${counts#* }
  passed=$((passed + ${ok:-0}))
  failed=$((failed + ${bad:-0}))
  # An exit code that no failed test explains still counts, and so does a run without a test.
  if [ "${bad:-0}" -eq 0 ] && { [ "$code" -ne 0 ] || [ "${ok:-0}" -eq 0 ]; }; then failed=$((failed + 1)); fi
  took "tests: $name" "$began"
}

# apt_packages NAME...: installs those Debian packages whose command of the same name is not there. CHROMIUM names another browser.
apt_packages() {
  local missing=() root=() name
  [ "$(id -u)" -eq 0 ] || root=(sudo)
  for name in "$@"; do
    [ "$name" = chromium-headless-shell ] && [ -n "${CHROMIUM:-}" ] && continue
    command -v "$name" >/dev/null || missing+=("$name")
  done
  [ "${#missing[@]}" -eq 0 ] && return
  "${root[@]}" apt-get update -qq &&
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# Real traffic is not part of this repository. Where it is beside it, tests read it too; what is not there is said.
find_corpus() {
  local name parts=()
  [ -z "${CORPUS_DIR:-}" ] || return 0
  for name in corpus corpus-2026-11 corpus-samples; do
    if [ ! -d "../shared/$name" ]; then
      printf '!! real traffic of ../shared/%s is not read: there is no such folder\n' "$name"
    elif [ "$name" = corpus-samples ]; then
      CORPUS_SAMPLES_DIR=$(cd "../shared/$name" && pwd)
    else
      parts+=("$(cd "../shared/$name" && pwd)")
    fi
  done
  [ "${#parts[@]}" -eq 0 ] || export CORPUS_SAMPLES_DIR CORPUS_DIR="$(IFS=: && printf '%s' "${parts[*]}")"
}

# close: prints how long each step took and the closing line; fails where a step failed or nothing passed.
close() {
  printf '\n'
  printf '%s\n' "${times[@]}"
  printf '%5d s  all\n\n%d passed, %d failed\n' "$SECONDS" "$passed" "$failed"
  [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
}
