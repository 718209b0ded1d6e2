#!/bin/sh
# Installs Ra Companion as the table of this machine: Raspberry Pi OS Lite or Debian 12 and newer.
set -eu
umask 022

packages="libgbm1 libdrm2 libegl1 libgles2 libgl1-mesa-dri openssh-client python3-venv polkitd"
user=ra-companion
source=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
python=${PYTHON:-/usr/bin/python3}
prefix=
ctrl_alt_del=etc/systemd/system/ctrl-alt-del.target

usage() {
    cat <<END
sudo ./install.sh                 install; run again to update or to repair
sudo ./install.sh --bundle FILE   install a bundle (made by: make bundle); needs no network
./install.sh --check              only say what is there and what is missing
sudo ./install.sh --uninstall     remove the program; games and settings stay
  --prefix DIR                    below this folder instead (for tests): no packages, no user, no service
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
systemd/ra-companion-splash.service etc/systemd/system/ra-companion-splash.service 644
systemd/ra-companion-fleet.service etc/systemd/system/ra-companion-fleet.service 644
systemd/ra-companion-stick@.service etc/systemd/system/ra-companion-stick@.service 644
systemd/ra-companion-update.service etc/systemd/system/ra-companion-update.service 644
systemd/udev/70-ra-companion.rules etc/udev/rules.d/70-ra-companion.rules 644
systemd/polkit/50-ra-companion.rules etc/polkit-1/rules.d/50-ra-companion.rules 644
systemd/sysusers.d/ra-companion.conf etc/sysusers.d/ra-companion.conf 644
systemd/tmpfiles.d/ra-companion.conf etc/tmpfiles.d/ra-companion.conf 644
systemd/sysctl.d/70-ra-companion.conf etc/sysctl.d/70-ra-companion.conf 644
systemd/logind.conf.d/70-ra-companion.conf etc/systemd/logind.conf.d/70-ra-companion.conf 644
systemd/system.conf.d/70-ra-companion.conf etc/systemd/system.conf.d/70-ra-companion.conf 644
systemd/roll-back opt/ra-companion/roll-back 755
systemd/stick opt/ra-companion/stick 755
systemd/update opt/ra-companion/update 755
assets/splash.txt opt/ra-companion/splash.txt 644
install.sh opt/ra-companion/install.sh 755
END
}

# The installer is also kept at the table, without anything to install.
is_complete() { [ -d "$source/systemd" ]; }

is_bundle() { [ -d "$source/wheels" ]; }

version() {
    if is_bundle; then
        basename "$source"/wheels/ra_companion-*.whl | cut -d- -f2
    else
        sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$source/companion/__init__.py"
    fi
}

has_package() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

is_packaged() { [ -z "$prefix" ] && has_package ra-companion; }

is_offered() { [ -n "$(apt-cache show --no-all-versions "$1" 2>/dev/null)" ]; }

# The owner may have chosen it in the settings; the other choices are bundled.
has_lgpio() { "$python" -c 'import lgpio' 2>/dev/null; }

# From Debian 13 on the package has another name, and two others claim the old one.
sound_package() { if is_offered libasound2t64; then say libasound2t64; else say libasound2; fi; }

has_sound() { has_package libasound2 || has_package libasound2t64; }

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
    has_sound || wanted="$wanted $(sound_package)"
    [ -n "$wanted" ] || return 0
    say "Installing packages: $wanted"
    apt_install "$wanted" && return 0
    say "Once more, with a new list of packages"
    if ! apt-get update -qq || ! apt_install "$wanted"; then
        fail "these packages could not be installed: $wanted. They are not in a bundle: this machine needs a network for once"
    fi
}

# At every moment either the old file or the new one is there: the power may fail at any time.
copy_files() {
    files | while read -r from to mode; do
        install -D -m "$mode" "$source/$from" "$prefix/$to.new"
    done
    sync
    files | while read -r _ to _; do
        mv -T "$prefix/$to.new" "$prefix/$to"
    done
    mkdir -p "$prefix/usr/local/bin"
    ln -sfn /opt/ra-companion/current/bin/ra-companion "$prefix/usr/local/bin/ra-companion"
    ln -sfn /dev/null "$prefix/$ctrl_alt_del"
}

make_user() {
    [ -z "$prefix" ] || return 0
    systemd-sysusers "$source/systemd/sysusers.d/ra-companion.conf"
    systemd-tmpfiles --create "$source/systemd/tmpfiles.d/ra-companion.conf"
}

# The owner's settings; none at first: the table begins with the defaults, and on a Pi with a wizard.
settings_file() {
    for file in "$prefix/etc/ra-companion/settings.toml" "$data/settings.toml"; do
        if [ -e "$file" ]; then
            say "$file"
            return
        fi
    done
}

versions() {
    if [ -n "$prefix" ]; then
        sh "$source/systemd/versions" "$@" "$prefix"
    else
        sh "$source/systemd/versions" "$@"
    fi
}

make_environment() {
    say "Making the environment $home/$new"
    shared=
    set -- --requirement "$source/release/table.lock" --requirement "$source/release/pi.lock"
    ! has_lgpio || shared=--system-site-packages
    # shellcheck disable=SC2086 # nothing, or one option
    "$python" -m venv $shared "$home/$new" || fail "the environment could not be made"
    if is_bundle; then
        set -- "$@" --no-index --find-links "$source/wheels"
        program=$(echo "$source"/wheels/ra_companion-*.whl)
    else
        program=$source
    fi
    pip_install --require-hashes --only-binary :all: "$@" || fail "the libraries could not be installed"
    # the tools that build the program from a checkout are pinned as well
    export PIP_CONSTRAINT="$source/constraints.txt"
    ! is_bundle || export PIP_NO_INDEX=1 PIP_CONSTRAINT=
    pip_install "$program" || fail "the program could not be installed"
}

pip_install() {
    "$home/$new/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$@"
}

# Man pages and shell completion are stored with the version that they belong to, and linked.
write_manual() {
    "$home/$new/bin/ra-companion" manual "$home/$new/share" >/dev/null ||
        say "The man pages and the completion of shells could not be written; nothing else is missing"
}

# The links: target, and name.
manual_links() {
    for page in "$home/current/share/man"/*.1; do
        [ ! -e "$page" ] || say "/opt/ra-companion/current/share/man/$(basename "$page") usr/local/share/man/man1/$(basename "$page")"
    done
    cat <<END
/opt/ra-companion/current/share/completion/ra-companion usr/local/share/bash-completion/completions/ra-companion
/opt/ra-companion/current/share/completion/_ra-companion usr/local/share/zsh/site-functions/_ra-companion
/opt/ra-companion/current/share/completion/ra-companion.fish usr/local/share/fish/vendor_completions.d/ra-companion.fish
END
}

link_manual() {
    manual_links | while read -r from to; do
        mkdir -p "$(dirname "$prefix/$to")"
        ln -sfn "$from" "$prefix/$to"
    done
}

# Checks that an unpacked bundle has exactly the files of its list, and who signed the list.
verify() {
    (cd "$1" && sha256sum --check --quiet --strict SHA256SUMS) >&2 || fail "the bundle is damaged; nothing was changed"
    listed=$(cut -c67- "$1/SHA256SUMS" | LC_ALL=C sort)
    there=$(cd "$1" && find . ! -type d ! -path './SHA256SUMS*' | cut -c3- | LC_ALL=C sort)
    [ "$listed" = "$there" ] || fail "there is more in the bundle than its list says; nothing was changed"
    signers=$prefix/etc/ra-companion/signers
    [ -e "$signers" ] || return 0
    [ -e "$1/SHA256SUMS.sig" ] || fail "the bundle is not signed, and $signers wants it to be; nothing was changed"
    ssh-keygen -Y verify -f "$signers" -I ra-companion -n ra-companion -s "$1/SHA256SUMS.sig" <"$1/SHA256SUMS" >&2 ||
        fail "the bundle is not signed by anybody in $signers; nothing was changed"
}

# Unpacks a bundle and lets the installer in it go on, if it is whole.
open_bundle() {
    [ -n "$prefix" ] || [ "$(id -u)" = 0 ] || fail "run it as root: sudo ./install.sh --bundle FILE"
    unpacked=$(mktemp -d)
    trap 'rm -rf "$unpacked"' EXIT
    "$python" -m zipfile -e "$bundle" "$unpacked" || fail "$bundle is no bundle; nothing was changed"
    [ -e "$unpacked/SHA256SUMS" ] || fail "$bundle is no bundle; nothing was changed"
    verify "$unpacked"
    set --
    [ -z "$prefix" ] || set -- --prefix "$prefix"
    PYTHON=$python sh "$unpacked/install.sh" "$@"
}

gong() {
    if [ -n "$prefix" ]; then
        set --
    else
        set -- runuser -u "$user" --
    fi
    if (cd / && "$@" "$home/$new/bin/python" -m companion.screen.sounds 2>/dev/null); then
        say "That was a gong. If you heard nothing: the volume of the screen, or of the speaker"
    else
        say "There is no sound card here, or its library is missing; everything else works"
    fi
}

start_with_machine() {
    [ -z "$prefix" ] || return 0
    systemctl --quiet enable ra-companion.service ra-companion-splash.service
    is_booted || return 0
    systemctl daemon-reload
    if ! udevadm control --reload 2>/dev/null || ! udevadm trigger --subsystem-match=tty --subsystem-match=gpio; then
        say "The rules for devices hold from the next start of the machine"
    fi
    heed_keys
    systemctl try-restart ra-companion.service ra-companion-fleet.service
    [ "$(systemctl get-default)" != graphical.target ] ||
        say "This machine opens a desktop, and the table wants the screen for itself: sudo systemctl set-default multi-user.target"
}

# What a guest's keyboard may do. A container has no kernel of its own to set.
heed_keys() {
    systemctl kill --signal=HUP systemd-logind.service 2>/dev/null || true
    systemd-detect-virt --quiet --container ||
        /usr/lib/systemd/systemd-sysctl /etc/sysctl.d/70-ra-companion.conf ||
        say "Alt+SysRq is ignored from the next start of the machine"
}

install_it() {
    [ -n "$prefix" ] || [ "$(id -u)" = 0 ] || fail "run it as root: sudo ./install.sh"
    is_complete || fail "what shall be installed? --bundle FILE says it"
    ! is_packaged || fail "Ra Companion is a package here; update it with: sudo apt install ./ra-companion_VERSION_$(dpkg --print-architecture).deb"
    ! is_bundle || verify "$source"
    install_packages
    python_is_new_enough || fail "Python 3.11 or newer is needed: $python is older, or is not there"
    make_user
    mkdir -p "$home"
    new=$(versions free "$(version)")
    trap 'rm -rf "${home:?}/${new:?}"' EXIT
    make_environment
    write_manual
    say "Testing it: a whole game, without a screen"
    versions test "$new" || fail "the new version did not pass its test; nothing was switched"
    gong
    copy_files
    trap - EXIT
    versions use "$new"
    link_manual
    start_with_machine
    say "Ra Companion $(version) is installed."
    say "1. Begin: sudo systemctl start ra-companion; from now on it opens whenever the machine is switched on."
    say "2. On a Pi it asks for the buttons first. What else you want otherwise: $data/settings.toml, see: ra-companion settings"
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
    is_complete || fail "run the install.sh of a checkout or of a bundle: this one has nothing to compare with"
    lacking=0
    holds "Python 3.11 or newer ($python)" python_is_new_enough
    if [ -z "$prefix" ]; then
        for package in $packages; do
            holds "package $package" has_package "$package"
        done
        holds "package $(sound_package)" has_sound
        holds "user $user" id "$user"
        for group in video render input audio gpio dialout systemd-journal; do
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
    [ ! -e "$home/current/rolled-back" ] ||
        say "         went back to the version before by itself: $(cat "$home/current/rolled-back")"
    settings=$(settings_file)
    if [ -n "$settings" ]; then
        holds "settings without mistakes ($settings)" "$home/current/bin/ra-companion" settings --check "$settings"
    fi
    [ "$lacking" = 0 ]
}

uninstall_it() {
    [ -n "$prefix" ] || [ "$(id -u)" = 0 ] || fail "run it as root: sudo ./install.sh --uninstall"
    if [ -z "$prefix" ]; then
        ! is_booted || systemctl --quiet stop ra-companion.service ra-companion-fleet.service || true
        ! is_booted || systemctl --quiet --no-block start getty@tty1.service || true # a login again
        systemctl --quiet disable ra-companion.service ra-companion-splash.service ra-companion-fleet.service || true
    fi
    files | while read -r _ to _; do
        rm -f "$prefix/$to" "$prefix/$to.new"
    done
    rm -f "$prefix/usr/local/bin/ra-companion" "$prefix/run/ra-companion-crashes" "$prefix/$ctrl_alt_del"
    manual_links | while read -r _ to; do
        rm -f "$prefix/$to"
    done
    rm -rf "${home:?}"
    if is_booted; then
        systemctl daemon-reload
        systemctl kill --signal=HUP systemd-logind.service 2>/dev/null || true
    fi
    say "Ra Companion is removed."
    say "Alt+SysRq does what it did before from the next start of the machine."
    say "Games and settings are still in $data, and the user $user is kept, as they are its own."
}

act=install_it
while [ $# -gt 0 ]; do
    case $1 in
    --check) act=check_it ;;
    --uninstall) act=uninstall_it ;;
    --bundle)
        [ -f "${2:-}" ] || fail "--bundle wants a file that exists"
        bundle=$2
        act=open_bundle
        shift
        ;;
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
data=$prefix/var/lib/ra-companion
"$act"
