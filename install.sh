#!/bin/sh
# Installs Ra Companion as the table of this machine: Raspberry Pi OS Lite or Debian 12 and newer.
set -eu
umask 022

packages="libgbm1 libdrm2 libegl1 libgles2 libgl1-mesa-dri python3-venv polkitd"
user=ra-companion
source=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
python=${PYTHON:-/usr/bin/python3}
prefix=

usage() {
    cat <<END
sudo ./install.sh               install; run again to update or to repair
./install.sh --check            only say what is there and what is missing
sudo ./install.sh --uninstall   remove the program; games and settings stay
  --prefix DIR                  below this folder instead (for tests): no packages, no user, no service
END
}

say() { printf '%s\n' "$*"; }

fail() {
    say "install.sh: $*" >&2
    exit 1
}

# What is copied from the checkout: from, to, mode.
files() {
    cat <<END
systemd/ra-companion.service etc/systemd/system/ra-companion.service 644
systemd/udev/70-ra-companion.rules etc/udev/rules.d/70-ra-companion.rules 644
systemd/polkit/50-ra-companion.rules etc/polkit-1/rules.d/50-ra-companion.rules 644
systemd/sysusers.d/ra-companion.conf etc/sysusers.d/ra-companion.conf 644
systemd/tmpfiles.d/ra-companion.conf etc/tmpfiles.d/ra-companion.conf 644
systemd/roll-back opt/ra-companion/roll-back 755
END
}

version() { sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$source/companion/__init__.py"; }

has_package() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

is_offered() { [ -n "$(apt-cache show --no-all-versions "$1" 2>/dev/null)" ]; }

is_pi() { grep -qs Raspberry /proc/device-tree/model; }

is_booted() { [ -z "$prefix" ] && [ -d /run/systemd/system ]; }

python_is_new_enough() { "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

missing_packages() {
    for package in $packages; do
        has_package "$package" || printf '%s ' "$package"
    done
}

apt_install() {
    # shellcheck disable=SC2086 # a list of words
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $1 >/dev/null
}

install_packages() {
    [ -z "$prefix" ] || return 0
    command -v apt-get >/dev/null || fail "this is no Debian: there is no apt-get"
    is_offered libdrm2 || apt-get update -qq || true
    wanted=$(missing_packages)
    if ! has_package python3-lgpio && is_offered python3-lgpio; then
        wanted="$wanted python3-lgpio" # pins; Debian itself may not have it
    fi
    [ -n "$wanted" ] || return 0
    say "Installing packages: $wanted"
    apt_install "$wanted" && return 0
    say "Once more, with a new list of packages"
    if ! apt-get update -qq || ! apt_install "$wanted"; then
        fail "the packages could not be installed: $wanted"
    fi
}

copy_files() {
    files | while read -r from to mode; do
        install -D -m "$mode" "$source/$from" "$prefix/$to"
    done
    settings=$prefix/etc/ra-companion/settings.toml
    [ -e "$settings" ] || write_settings
    mkdir -p "$prefix/usr/local/bin"
    ln -sfn /opt/ra-companion/current/bin/ra-companion "$prefix/usr/local/bin/ra-companion"
    [ -z "$prefix" ] || return 0
    systemd-sysusers ra-companion.conf
    systemd-tmpfiles --create ra-companion.conf
}

write_settings() {
    mkdir -p "$prefix/etc/ra-companion"
    {
        say "# What shall be otherwise than in the defaults, and only that. They are listed, with what each"
        say "# means, by: ra-companion settings. Mistakes are named by: ra-companion settings --check"
        if is_pi; then
            printf '\n[panel]\nfactory = "auto"\n'
        fi
    } >"$settings"
    chmod 644 "$settings"
}

free_name() {
    name=$1
    number=1
    while [ -e "$home/$name" ]; do
        number=$((number + 1))
        name=$1-$number
    done
    say "$name"
}

make_environment() {
    say "Making the environment $home/$new"
    extra=
    shared=
    if "$python" -c 'import lgpio' 2>/dev/null; then
        shared=--system-site-packages
    elif is_pi; then
        extra='[pi]'
    fi
    # shellcheck disable=SC2086 # nothing, or one option
    "$python" -m venv $shared "$home/$new" || fail "the environment could not be made"
    if [ -d "$source/wheels" ]; then
        set -- --no-index --find-links "$source/wheels"
    else
        set --
    fi
    "$home/$new/bin/python" -m pip install --quiet --disable-pip-version-check "$@" \
        --constraint "$source/constraints.txt" "$source$extra" || fail "the program could not be installed"
}

# Whether an environment opens the table, plays a game and draws it.
self_test() {
    pictures=$(mktemp -d)
    set -- env HOME="$pictures" "$home/$1/bin/ra-companion"
    if [ -z "$prefix" ]; then
        chown "$user" "$pictures"
        set -- runuser -u "$user" -- "$@"
    fi
    result=0
    (cd "$pictures" && "$@" run --headless --simulate --demo "$pictures/demo" >"$pictures/said" 2>&1) || result=1
    [ "$result" = 0 ] && [ -s "$pictures/demo/03-table.png" ] || result=1
    [ "$result" = 0 ] || tail -n 20 "$pictures/said" >&2
    if [ "$result" = 0 ] && "$@" doctor --help >/dev/null 2>&1; then
        (cd "$pictures" && STATE_DIRECTORY=$prefix/var/lib/ra-companion "$@" doctor) | grep -v '^ok ' || true
    fi
    rm -rf "$pictures"
    return "$result"
}

link_to() {
    ln -sfn "$1" "$home/$2.new"
    mv -T "$home/$2.new" "$home/$2"
}

switch() {
    old=$(readlink "$home/current" || true)
    if [ -n "$old" ] && "$home/$old/bin/ra-companion" --version >/dev/null 2>&1; then
        link_to "$old" previous
    fi
    sync
    link_to "$new" current
    rm -f "$home/rolled-back" "$prefix/run/ra-companion-crashes"
    sync
    for environment in "$home"/*/; do
        name=$(basename "$environment")
        case $name in
        current | previous | "$new" | "$(readlink "$home/previous" || true)") ;;
        *) rm -rf "${home:?}/$name" ;;
        esac
    done
}

start_with_machine() {
    [ -z "$prefix" ] || return 0
    systemctl --quiet enable ra-companion.service
    is_booted || return 0
    systemctl daemon-reload
    if ! udevadm control --reload 2>/dev/null || ! udevadm trigger --subsystem-match=tty --subsystem-match=gpio; then
        say "The rules for devices hold from the next start of the machine"
    fi
    systemctl try-restart ra-companion.service
    [ "$(systemctl get-default)" != graphical.target ] ||
        say "This machine opens a desktop, and the table wants the screen for itself: sudo systemctl set-default multi-user.target"
}

install_it() {
    [ -n "$prefix" ] || [ "$(id -u)" = 0 ] || fail "run it as root: sudo ./install.sh"
    install_packages
    python_is_new_enough || fail "Python 3.11 or newer is needed: $python is older, or is not there"
    copy_files
    mkdir -p "$home"
    new=$(free_name "$(version)")
    trap 'rm -rf "${home:?}/${new:?}"' EXIT
    make_environment
    say "Testing it: a whole game, without a screen"
    self_test "$new" || fail "the new version did not pass its test; nothing was switched"
    trap - EXIT
    switch
    start_with_machine
    say "Ra Companion $(version) is installed."
    say "1. Look at $prefix/etc/ra-companion/settings.toml: language, edition, buttons, reader."
    say "2. Begin: sudo systemctl start ra-companion; from now on it opens whenever the machine is switched on."
    say "3. If it does not: systemctl status ra-companion, and journalctl -b -u ra-companion."
}

found() {
    if [ "$1" = 0 ]; then
        say "ok       $2"
    else
        say "missing  $2"
        lacking=$((lacking + 1))
    fi
}

holds() {
    what=$1
    shift
    result=0
    "$@" >/dev/null 2>&1 || result=1
    found "$result" "$what"
}

check_it() {
    lacking=0
    holds "Python 3.11 or newer ($python)" python_is_new_enough
    if [ -z "$prefix" ]; then
        for package in $packages; do
            holds "package $package" has_package "$package"
        done
        holds "user $user" id "$user"
        for group in video render input audio gpio dialout; do
            holds "user $user in group $group" sh -c "id -nG $user | tr ' ' '\n' | grep -qx $group"
        done
        holds "started with the machine" systemctl is-enabled ra-companion.service
    fi
    while read -r from to _; do
        holds "/$to, as in this folder" cmp "$source/$from" "$prefix/$to"
    done <<END
$(files)
END
    now=$(readlink "$home/current" || true)
    holds "version in use: ${now:-none}" "$home/current/bin/ra-companion" --version
    say "         version before: $(readlink "$home/previous" || say none); version in this folder: $(version)"
    [ ! -e "$home/rolled-back" ] || say "         went back to the version before by itself: $(cat "$home/rolled-back")"
    holds "settings without mistakes" "$home/current/bin/ra-companion" settings --check "$prefix/etc/ra-companion/settings.toml"
    [ "$lacking" = 0 ]
}

uninstall_it() {
    [ -n "$prefix" ] || [ "$(id -u)" = 0 ] || fail "run it as root: sudo ./install.sh --uninstall"
    if [ -z "$prefix" ]; then
        ! is_booted || systemctl --quiet stop ra-companion.service || true
        ! is_booted || systemctl --quiet --no-block start getty@tty1.service || true # a login again
        systemctl --quiet disable ra-companion.service || true
    fi
    files | while read -r _ to _; do
        rm -f "$prefix/$to"
    done
    rm -f "$prefix/usr/local/bin/ra-companion" "$prefix/run/ra-companion-crashes"
    rm -rf "${home:?}"
    ! is_booted || systemctl daemon-reload
    say "Ra Companion is removed."
    say "The games are still in $prefix/var/lib/ra-companion, the settings in $prefix/etc/ra-companion,"
    say "and the user $user is kept, as the games are its own."
}

act=install_it
while [ $# -gt 0 ]; do
    case $1 in
    --check) act=check_it ;;
    --uninstall) act=uninstall_it ;;
    --prefix)
        [ -d "${2:-}" ] || fail "--prefix wants a folder that exists"
        prefix=$(CDPATH='' cd -- "$2" && pwd)
        shift
        ;;
    --help | -h)
        usage
        exit 0
        ;;
    *)
        usage >&2
        exit 2
        ;;
    esac
    shift
done
home=$prefix/opt/ra-companion
"$act"
