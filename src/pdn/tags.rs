//! Tags: pairs of a name and a value that stand before the moves.

/// One tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name, for instance `White`.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// The tags of a game, in the order of the file. Names are unique; their case does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags(Vec<Tag>);

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).map(|tag| tag.value.as_str())
    }

    /// Sets the value of a tag, which comes last if it is new.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let (name, value) = (name.into(), value.into());
        match self.0.iter_mut().find(|tag| tag.name.eq_ignore_ascii_case(&name)) {
            Some(tag) => tag.value = value,
            None => self.0.push(Tag { name, value }),
        }
    }

    /// Takes a tag away.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|tag| !tag.name.eq_ignore_ascii_case(name));
    }

    /// The tags in their order.
    pub fn iter(&self) -> impl Iterator<Item = &Tag> {
        self.0.iter()
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Tags {
    fn from_iter<T: IntoIterator<Item = (N, V)>>(pairs: T) -> Self {
        let mut tags = Self::default();
        for (name, value) in pairs {
            tags.set(name, value);
        }
        tags
    }
}
