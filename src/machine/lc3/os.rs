//! The trap services of our own small operating system.
