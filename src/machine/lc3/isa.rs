//! LC-3 instruction formats: encode, decode, disassemble.
