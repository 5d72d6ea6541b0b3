# What a page's lines run in. A scheduler that a page starts in the foreground runs until the next one or the end of the page, as if it
# had a terminal of its own.
set -e -o pipefail -m
running=

stop() {
  if [ -n "$running" ]; then
    kill -- -"$running" 2>/dev/null || true
    wait "$running" 2>/dev/null || true
    running=
  fi
}
trap stop EXIT

starting() {
  stop
  : >"$LISTENS"
}

listening() {
  running=$!
  for _ in {1..600}; do
    if grep -q 'listens on' "$LISTENS"; then return; fi
    kill -0 "$running" 2>/dev/null || break
    sleep 0.1
  done
  echo 'the scheduler does not listen' >&2
  exit 1
}
