//! What needs no browser: links, listings and verdicts, against each other and against other programs.
//! One file per subject, all in this one program: a second one would be linked anew.
mod carries;
mod dares;
mod document;
mod editors;
mod links;
mod peers;
mod published;
mod reduced;
mod registers;
mod searches;
mod sentences;
mod types;
