//! Calling out.

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr as UnixAddr, UnixDatagram, UnixStream};
use std::time::Duration;

use super::{got, kept, number, tried};

/// An address of documentation (RFC 5737): nobody answers there.
const FAR: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
const DNS: u16 = 53;
const PATIENCE: Duration = Duration::from_millis(100);

/// Calls whoever listens at the port, the path and the abstract name, and somebody far away.
pub fn call(words: &[String]) {
    let port = number(words, 0) as u16;
    let [path, name] = [1, 2].map(|index| words.get(index).map_or("", String::as_str));
    let greeting = name.as_bytes();
    let tcp = TcpStream::connect_timeout(&(Ipv4Addr::LOCALHOST, port).into(), PATIENCE);
    tried(
        "reached a TCP port of the machine",
        tcp.and_then(|mut to| to.write_all(greeting)),
    );
    let udp = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0));
    let sent = udp.and_then(|from| {
        from.send_to(greeting, (Ipv4Addr::LOCALHOST, port))?;
        Ok(from)
    });
    if let Some(from) = tried("sent to a UDP port", sent) {
        tried("sent a packet far away", from.send_to(greeting, (FAR, DNS)));
    }
    let sixth = UdpSocket::bind((Ipv6Addr::UNSPECIFIED, 0));
    tried("opened an IPv6 socket", sixth);
    tried("listened on a TCP port", TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)));
    let stream = UnixStream::connect(path);
    tried(
        "reached a socket by its path",
        stream.and_then(|mut to| to.write_all(greeting)),
    );
    let named = UnixAddr::from_abstract_name(name).and_then(|name| UnixStream::connect_addr(&name));
    tried(
        "reached a socket by its abstract name",
        named.and_then(|mut to| to.write_all(greeting)),
    );
    tried("opened a socket for datagrams", UnixDatagram::unbound());
    far();
}

/// A call that only a timeout ends has left the machine.
fn far() {
    let to: SocketAddr = (FAR, DNS).into();
    match TcpStream::connect_timeout(&to, PATIENCE) {
        Ok(_) => got("reached a machine far away"),
        Err(error) => match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::ConnectionRefused => got("called a machine far away"),
            _ => kept(&format!("{to}: {error}")),
        },
    }
}
