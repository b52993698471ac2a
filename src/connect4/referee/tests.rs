//! Any legal reply is followed; any other one is named, and the game differs where it stands.
