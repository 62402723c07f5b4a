//! The built site in a real browser. One file per subject, all in this one program: a second one
//! would be linked anew.
mod embed;
mod export;
mod gallery;
mod hosts;
mod playground;
mod plots;
mod poster;
mod reader;
mod smoke;
mod valence;
