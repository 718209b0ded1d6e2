# Gives the folder that is the working one devices of its own; for boot.sh and inside.sh.
mount -t tmpfs tmpfs dev
while read -r name major minor; do
    mknod -m 666 "dev/$name" c "$major" "$minor"
done <<END
null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0
tty0 4 0
tty1 4 1
END
mkdir dev/pts dev/shm
mount -t devpts devpts dev/pts -o newinstance,ptmxmode=0666
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
