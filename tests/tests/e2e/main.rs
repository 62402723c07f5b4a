//! The built site in a real browser. One file per subject, all in this one program: a second one
//! would be linked anew.
mod compare;
mod edit;
mod embed;
mod errors;
mod export;
mod gallery;
mod hosts;
mod keys;
mod pages;
mod playground;
mod plots;
mod poster;
mod qr;
mod reader;
mod room;
mod smoke;
mod time;
mod valence;
