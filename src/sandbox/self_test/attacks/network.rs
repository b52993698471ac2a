//! Connecting to services of this machine and of others.

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr as UnixAddr, UnixStream};
use std::time::Duration;

use super::output::{failed, number, succeeded, tried};

/// An address reserved for documentation (RFC 5737): nobody answers there.
const FAR: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
const DNS: u16 = 53;
const TIMEOUT: Duration = Duration::from_millis(100);

/// Connects to the listeners at a port, a path and an abstract name, and to another machine.
pub fn connect(arguments: &[String]) {
    let port = number(arguments, 0) as u16;
    let [path, name] = [1, 2].map(|index| arguments.get(index).map_or("", String::as_str));
    let greeting = name.as_bytes();

    let tcp = TcpStream::connect_timeout(&(Ipv4Addr::LOCALHOST, port).into(), TIMEOUT);
    tried(
        "connected to a TCP port of the machine",
        tcp.and_then(|mut to| to.write_all(greeting)),
    );
    let udp = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0));
    let sent = udp.and_then(|from| from.send_to(greeting, (Ipv4Addr::LOCALHOST, port)));
    tried("sent to a UDP port of the machine", sent);

    let stream = UnixStream::connect(path);
    tried(
        "connected to a socket by its path",
        stream.and_then(|mut to| to.write_all(greeting)),
    );
    let named = UnixAddr::from_abstract_name(name).and_then(|name| UnixStream::connect_addr(&name));
    tried(
        "connected to a socket by its abstract name",
        named.and_then(|mut to| to.write_all(greeting)),
    );
    connect_far();
}

/// A connection that times out has left the machine.
fn connect_far() {
    let to: SocketAddr = (FAR, DNS).into();
    match TcpStream::connect_timeout(&to, TIMEOUT) {
        Ok(_) => succeeded("connected to another machine"),
        Err(error) => match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::ConnectionRefused => succeeded("sent to another machine"),
            _ => failed(&format!("{to}: {error}")),
        },
    }
}
