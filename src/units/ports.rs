//! Port structs: a unit declares its inputs and outputs once, with width and meaning.

use crate::bits::Shape;
use crate::emit::Port;

/// The inputs or the outputs of a unit: a plain struct that can be listed as ports and packed into
/// words.
///
/// [`ports!`](crate::ports) implements it. The words are those of the C ABI: ports in order of
/// declaration, each padded to a multiple of 32 bits, least significant word first.
pub trait Ports: Clone + Default + PartialEq + std::fmt::Debug + Send + 'static {
    /// Parameters that set the ports' widths.
    type Params;

    /// Number of ports.
    const COUNT: usize;

    /// The ports at these parameters, in order of declaration.
    fn ports(params: &Self::Params) -> Vec<Port>;

    /// Packs the fields into words; `shapes` are those of [`Ports::ports`].
    fn store(&self, shapes: &[Shape], words: &mut [u32]);

    /// Unpacks words that [`Ports::store`] packed.
    fn load(shapes: &[Shape], words: &[u32]) -> Self;
}

/// Two structs in sequence: the part that all units of a kind share, and the part of one unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Joined<A, B> {
    /// Part that all units of the kind share.
    pub shared: A,
    /// Part of one unit.
    pub own: B,
}

impl<A: Ports, B: Ports> Ports for Joined<A, B> {
    type Params = Joined<A::Params, B::Params>;

    const COUNT: usize = A::COUNT + B::COUNT;

    fn ports(params: &Self::Params) -> Vec<Port> {
        [A::ports(&params.shared), B::ports(&params.own)].concat()
    }

    #[inline]
    fn store(&self, shapes: &[Shape], words: &mut [u32]) {
        let (shared, own) = shapes.split_at(A::COUNT);
        let (first, second) = words.split_at_mut(shared.iter().map(|shape| shape.words()).sum());
        self.shared.store(shared, first);
        self.own.store(own, second);
    }

    #[inline]
    fn load(shapes: &[Shape], words: &[u32]) -> Self {
        let (shared, own) = shapes.split_at(A::COUNT);
        let (first, second) = words.split_at(shared.iter().map(|shape| shape.words()).sum());
        Joined { shared: A::load(shared, first), own: B::load(own, second) }
    }
}

/// Declares a struct of ports. Each field has its meaning, its Rust type and its width in bits; an
/// array has the width of one element and the number of elements (`times`). `under` names the
/// output that is high while the field's data is valid.
///
/// ```
/// use regforge::{emit::Direction, ports, units::Ports};
/// pub struct Params { pub width: usize }
/// ports! {
///     /// Outputs.
///     pub struct Out(params: &Params) -> Direction::Output {
///         /// the answer counts
///         valid: bool = 1;
///         /// the answer
///         data: u16 = params.width, under valid;
///     }
/// }
/// let ports = Out::ports(&Params { width: 9 });
/// assert_eq!(ports[1].verilog(), "data_o");
/// assert_eq!((ports[1].width(), ports[1].valid), (9, Some("valid")));
/// ```
#[macro_export]
macro_rules! ports {
    (
        $(#[$meta:meta])*
        pub struct $name:ident($params:ident: &$Params:ty) -> $side:ident::$direction:ident {}
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {}

        impl $crate::units::Ports for $name {
            type Params = $Params;

            const COUNT: usize = 0;

            fn ports(_: &$Params) -> Vec<$crate::emit::Port> {
                Vec::new()
            }

            fn store(&self, _: &[$crate::bits::Shape], _: &mut [u32]) {}

            fn load(_: &[$crate::bits::Shape], _: &[u32]) -> Self {
                $name {}
            }
        }
    };
    (
        $(#[$meta:meta])*
        pub struct $name:ident($params:ident: &$Params:ty) -> $side:ident::$direction:ident {
            $( #[doc = $doc:literal] $field:ident: $type:ty = $width:expr $(, times $count:expr)? $(, under $valid:ident)?; )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $( #[doc = $doc] pub $field: $type, )*
        }

        impl $crate::units::Ports for $name {
            type Params = $Params;

            const COUNT: usize = [$(stringify!($field)),*].len();

            fn ports($params: &$Params) -> Vec<$crate::emit::Port> {
                let _ = $params;
                vec![$($crate::emit::Port {
                    name: stringify!($field),
                    direction: $crate::emit::$side::$direction,
                    shape: {
                        let one = $crate::bits::Shape { bits: $width, count: 1 };
                        $(let one = $crate::bits::Shape { count: $count, ..one };)?
                        one
                    },
                    doc: $doc.trim_ascii(),
                    valid: None$(.or(Some(stringify!($valid))))?,
                }),*]
            }

            #[inline]
            fn store(&self, shapes: &[$crate::bits::Shape], words: &mut [u32]) {
                let mut at = 0;
                let mut shapes = shapes.iter();
                $(
                    let shape = *shapes.next().expect("a shape for each port");
                    $crate::bits::Field::store(&self.$field, shape, &mut words[at..]);
                    at += shape.words();
                )*
                debug_assert_eq!(at, words.len());
            }

            #[inline]
            fn load(shapes: &[$crate::bits::Shape], words: &[u32]) -> Self {
                let mut at = 0;
                let mut shapes = shapes.iter();
                let mut next = || {
                    let shape = *shapes.next().expect("a shape for each port");
                    let from = at;
                    at += shape.words();
                    (shape, from)
                };
                $( let $field = {
                    let (shape, from) = next();
                    $crate::bits::Field::load(shape, &words[from..])
                }; )*
                $name { $($field),* }
            }
        }
    };
}
