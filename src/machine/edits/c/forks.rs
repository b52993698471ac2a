//! Many runs of a combined source in one process, which forks one for each before `main` begins: to start each in the sandbox by
//! itself takes several times as long.
//!
//! The first process reads all that is to be run, and writes what came of each: [`requests`] and [`results`] are that in bytes.
//! Numbers have four bytes, in the order of this machine, on which the program runs as well.

use std::fmt::Write as _;

/// The variable of the environment that chooses an edit, by its number.
pub const CHOICE: &str = "C4GRADE_EDIT";
/// Chooses all that is on the input.
pub const FORKS: &str = "-2";
/// Chooses no edit, and prints at the end which units ran.
pub const NOTED: i32 = -1;
/// Bytes of keys that a run can be given: what a pipe holds.
pub const MOST_KEYS: usize = 60_000;
/// Bytes that a run may print.
pub const MOST_OUTPUT: usize = 1 << 20;
/// Seconds after which a run is ended that does not end by itself, and microseconds of processor time.
const SECONDS: u32 = 2;
const PROCESSOR: u32 = 250_000;

/// A run of the program with an edit.
#[derive(Debug, Clone, Copy)]
pub struct Request<'k> {
    /// The number of the edit, from 1, or [`NOTED`].
    pub choice: i32,
    /// Units after which it is stopped.
    pub steps: u32,
    /// What is typed.
    pub keys: &'k [u8],
}

/// What became of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forked {
    /// The exit code, or the signal that ended it.
    pub exit: Result<i32, i32>,
    /// How many keys it did not read.
    pub unread: usize,
    /// Whether it printed more than [`MOST_OUTPUT`].
    pub is_flooded: bool,
    /// What it printed, up to that.
    pub output: Vec<u8>,
}

/// What the first process reads.
pub fn requests(runs: &[Request]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for Request { choice, steps, keys } in runs {
        for number in [*choice as u32, *steps, keys.len() as u32] {
            bytes.extend(number.to_ne_bytes());
        }
        bytes.extend(*keys);
    }
    bytes
}

/// What it wrote, as far as that is whole.
pub fn results(mut bytes: &[u8]) -> Vec<Forked> {
    let mut results = Vec::new();
    while let Some((head, rest)) = bytes.split_first_chunk::<12>() {
        let number = |at: usize| u32::from_ne_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize;
        let (status, unread, length) = (number(0) as i32, number(4), number(8));
        let Some((output, rest)) = rest.split_at_checked(length.min(MOST_OUTPUT)) else {
            break;
        };
        bytes = rest;
        let signal = status & 0x7F;
        results.push(Forked {
            exit: if signal == 0 {
                Ok(status >> 8 & 0xFF)
            } else {
                Err(signal)
            },
            unread,
            is_flooded: length > MOST_OUTPUT,
            output: output.to_vec(),
        });
    }
    results
}

/// A source without edits of which many runs can be made in one process.
pub fn with_forks(text: &str) -> String {
    let mut text = format!("{text}\nstatic int c4grade_edit; static unsigned c4grade_steps;\n");
    write(&mut text);
    let _ = write!(
        text,
        "extern char *c4grade_getenv(const char *) __asm__(\"getenv\");\n\
         __attribute__((constructor)) static void c4grade_begin(void)\n{{\n    \
         if (c4grade_getenv(\"{CHOICE}\")) c4grade_fork_all();\n}}\n"
    );
    text
}

/// Writes the function `c4grade_fork_all`, which sets `c4grade_edit` and `c4grade_steps` in each process that it forks and returns
/// there only. It has names of its own for the system's functions: the source may not declare them, or with other types.
pub(super) fn write(text: &mut String) {
    for (result, name, parameters) in [
        ("int", "fork", "void"),
        ("int", "pipe", "int *"),
        ("int", "dup2", "int, int"),
        ("int", "close", "int"),
        ("__PTRDIFF_TYPE__", "read", "int, void *, __SIZE_TYPE__"),
        ("__PTRDIFF_TYPE__", "write", "int, const void *, __SIZE_TYPE__"),
        ("int", "waitpid", "int, int *, int"),
        ("int", "kill", "int, int"),
        ("int", "ioctl", "int, unsigned long, ..."),
        ("unsigned", "alarm", "unsigned"),
        ("int", "setitimer", "int, const void *, void *"),
        ("void", "_exit", "int"),
    ] {
        let _ = writeln!(
            text,
            "extern {result} c4grade_{name}({parameters}) __asm__(\"{name}\");"
        );
    }
    let _ = write!(
        text,
        "static char c4grade_bytes[{MOST_OUTPUT} + 1];
static int c4grade_take(void *to, __SIZE_TYPE__ size)
{{
    __SIZE_TYPE__ at = 0;
    while (at < size) {{
        __PTRDIFF_TYPE__ got = c4grade_read(0, (char *)to + at, size - at);
        if (got <= 0) return 0;
        at += (__SIZE_TYPE__)got;
    }}
    return 1;
}}
static void c4grade_give(int to, const void *from, __SIZE_TYPE__ size)
{{
    __SIZE_TYPE__ at = 0;
    while (at < size) {{
        __PTRDIFF_TYPE__ put = c4grade_write(to, (const char *)from + at, size - at);
        if (put <= 0) c4grade__exit(1);
        at += (__SIZE_TYPE__)put;
    }}
}}
static void c4grade_fork_all(void)
{{
    unsigned head[3];
    while (c4grade_take(head, sizeof head)) {{
        int input[2], output[2], status = 0, unread = 0;
        if (head[2] > {MOST_KEYS} || !c4grade_take(c4grade_bytes, head[2])) break;
        if (c4grade_pipe(input) || c4grade_pipe(output)) break;
        c4grade_give(input[1], c4grade_bytes, head[2]);
        c4grade_close(input[1]);
        int child = c4grade_fork();
        if (child < 0) break;
        if (child == 0) {{
            c4grade_dup2(input[0], 0);
            c4grade_dup2(output[1], 1);
            c4grade_close(input[0]);
            c4grade_close(output[0]);
            c4grade_close(output[1]);
            long processor[4] = {{0, 0, 0, {PROCESSOR}}};
            c4grade_setitimer(2, processor, 0);
            c4grade_alarm({SECONDS});
            c4grade_edit = (int)head[0];
            c4grade_steps = head[1];
            return;
        }}
        c4grade_close(output[1]);
        __SIZE_TYPE__ length = 0;
        for (;;) {{
            __PTRDIFF_TYPE__ got = c4grade_read(output[0], c4grade_bytes + length, sizeof c4grade_bytes - length);
            if (got <= 0) break;
            length += (__SIZE_TYPE__)got;
        }}
        if (length == sizeof c4grade_bytes) c4grade_kill(child, 9);
        c4grade_waitpid(child, &status, 0);
        c4grade_ioctl(input[0], 0x541B, &unread);
        c4grade_close(input[0]);
        c4grade_close(output[0]);
        head[0] = (unsigned)status, head[1] = (unsigned)unread, head[2] = (unsigned)length;
        c4grade_give(1, head, sizeof head);
        c4grade_give(1, c4grade_bytes, length < {MOST_OUTPUT} ? length : {MOST_OUTPUT});
    }}
    c4grade__exit(0);
}}
"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_far_as_they_are_whole() {
        let number = |number: u32| number.to_ne_bytes();
        let whole = [&number(3 << 8)[..], &number(2), &number(3), b"abc"].concat();
        let crashed = [&number(11)[..], &number(0), &number(0)].concat();
        let cut = [&number(0)[..], &number(0), &number(5), b"ab"].concat();
        let result = |exit, unread, output: &[u8]| Forked {
            exit,
            unread,
            is_flooded: false,
            output: output.to_vec(),
        };
        let read = results(&[whole, crashed, cut].concat());
        assert_eq!(read, [result(Ok(3), 2, b"abc"), result(Err(11), 0, b"")]);
    }
}
