//! Report writers. Each reads the result model ([`crate::grade::model`]) and nothing else.
