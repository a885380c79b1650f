#!/bin/sh
# Installs Rotunda from its package repository, on Debian and its derivatives. Run it as root:
#
#   sh install.sh              installs, and asks whether to make a kiosk of this machine
#   sh install.sh --dry-run    only says what it would do
#   sh install.sh --help       lists the other options
#
# It writes two files, /etc/apt/sources.list.d/rotunda.sources and /etc/apt/keyrings/rotunda.asc. apt and
# `rotunda setup` do the rest. `sh install.sh --remove` undoes all of that.
set -eu

# `make repository` fills these in: the address of the packages, their releases and processors, and the key
# that signs them.
url=''
offers=''
key=''

source_file=/etc/apt/sources.list.d/rotunda.sources
key_file=/etc/apt/keyrings/rotunda.asc

usage() {
  cat <<END
Usage: sh install.sh [--dry-run] [--yes] [--kiosk | --no-kiosk] [--no-recommends]
                     [--url ADDRESS] [--key FILE] [--remove]

  --dry-run        only print what it would do
  --yes            ask nothing; this machine becomes a kiosk only with --kiosk
  --kiosk          make a kiosk of this machine (rotunda setup)
  --no-kiosk       do not, and do not ask
  --no-recommends  install only the packages that a kiosk cannot do without
  --url ADDRESS    use another repository, such as a copy of your own
  --key FILE       the key that signs that repository
  --remove         remove Rotunda, its repository and key, and open the machine again
END
}

fail() { echo "install.sh: $1" >&2; exit "${2:-1}"; }

# Prints a command and runs it, except in a dry run.
run() {
  echo "+ $*"
  [ -n "$dry_run" ] || "$@"
}

# Writes standard input to a file that all can read.
write() {
  echo "+ write $1"
  if [ -n "$dry_run" ]; then cat >/dev/null; else
    mkdir -p "$(dirname "$1")"
    cat >"$1.new"
    chmod 0644 "$1.new"
    mv "$1.new" "$1"
  fi
}

# Asks at the terminal, also when this script itself comes through a pipe. Without a terminal, the answer is
# no.
wants_kiosk() {
  [ -z "$kiosk" ] || { [ "$kiosk" = yes ]; return; }
  [ -z "$yes$dry_run" ] && (: </dev/tty) 2>/dev/null || return 1
  printf 'Make a kiosk of this machine? That closes its logins and consoles, so set up another way in first, such as ssh. [y/N] ' >/dev/tty
  read -r answer </dev/tty || return 1
  case $answer in [yY]*) return 0 ;; *) return 1 ;; esac
}

# Checks that the repository has packages for this machine. A repository named by --url may have others.
check_machine() {
  # shellcheck disable=SC1091 # The machine has it.
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  here=$suite/$(dpkg --print-architecture)
  case " $offers " in
    "  " | *" $here "*) ;;
    *) fail "there are no packages for $here, only for $offers" 69 ;;
  esac
  [ -n "$suite" ] || fail "/etc/os-release does not say which release this is" 69
}

install_rotunda() {
  [ -n "$url" ] || fail "no repository: use --url ADDRESS --key FILE, or the install.sh of a repository" 64
  [ -n "$key" ] || fail "no key: use --key FILE" 64
  check_machine
  case $url in
    https:*)
      if [ ! -e /etc/ssl/certs/ca-certificates.crt ]; then
        run apt-get update
        run apt-get install --yes --no-install-recommends ca-certificates
      fi
      ;;
  esac
  write "$key_file" <<END
$key
END
  write "$source_file" <<END
Types: deb
URIs: $url
Suites: $suite
Components: main
Signed-By: $key_file
END
  run apt-get update
  # shellcheck disable=SC2086 # One word or none.
  run apt-get install --yes $recommends rotunda
  if wants_kiosk; then
    run rotunda setup
    echo "Restart the machine to see the carousel: reboot"
  else
    echo "\`rotunda setup\` makes a kiosk of this machine. \`rotunda preview --output screen.png\` draws its screen."
  fi
}

# The package undoes the setup before it is removed.
remove_rotunda() {
  run apt-get purge --yes rotunda
  run rm -f "$source_file" "$key_file"
  echo "\`apt-get autoremove\` removes the packages that only Rotunda needed."
}

main() {
  dry_run='' yes='' kiosk='' recommends='' remove=''
  while [ $# -gt 0 ]; do
    case $1 in
      --dry-run) dry_run=yes ;;
      --yes) yes=yes ;;
      --kiosk) kiosk=yes ;;
      --no-kiosk) kiosk=no ;;
      --no-recommends) recommends=--no-install-recommends ;;
      --remove) remove=yes ;;
      --help) usage; exit 0 ;;
      --url) [ $# -gt 1 ] || fail "--url needs an address" 64; url=$2 offers=''; shift ;;
      --key) [ $# -gt 1 ] || fail "--key needs a file" 64; key=$(cat "$2"); shift ;;
      *) usage >&2; exit 64 ;;
    esac
    shift
  done
  command -v apt-get >/dev/null || fail "this machine has no apt-get" 69
  [ -n "$dry_run" ] || [ "$(id -u)" = 0 ] || fail "run it as root: sudo sh install.sh" 77
  # dpkg's questions get answers here, or are not asked.
  if [ -n "$yes" ]; then export DEBIAN_FRONTEND=noninteractive; fi
  if [ -n "$remove" ]; then remove_rotunda; else install_rotunda; fi
}

# At the end, so a file that arrives only in part does nothing.
main "$@"
