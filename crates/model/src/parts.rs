//! How states are copied.

/// Makes a state one that is copied part by part where it is copied over another: of more than 64
/// bytes at once, wasm makes a call.
macro_rules! copied_by_parts {
    ($state:ident<$($type:ident),*> { $($part:ident),* }) => {
        impl<$($type: Copy),*> Clone for $state<$($type),*> {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }

            #[inline]
            fn clone_from(&mut self, other: &Self) {
                $(self.$part = other.$part;)*
            }
        }
    };
}
