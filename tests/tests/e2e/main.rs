//! The built site in a real browser. One file per subject, all in this one program: a second one
//! would be linked anew.
mod begin;
mod compare;
mod edit;
mod embed;
mod errors;
mod export;
mod gallery;
mod generators;
mod hostile;
mod hosts;
mod keys;
mod language;
mod listeners;
mod monkey;
mod offline;
mod package;
mod pages;
mod phone;
mod playground;
mod plots;
mod poster;
mod reader;
mod room;
mod tasks;
mod time;
mod valence;
