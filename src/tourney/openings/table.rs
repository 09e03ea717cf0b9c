//! Tables of openings in JSON: an object of names and FENs, or `{"all": {…}}` around it, in the order of the file.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::ReadError;

/// What openings can be found in; an object keeps the order of its entries, and all of the same name.
enum Node {
    Text(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
    /// A number, a truth value or nothing.
    Other,
}

/// The entries of a table: name and text. An entry that is no text has none.
pub(super) fn entries(text: &str) -> Result<Vec<(String, Option<String>)>, ReadError> {
    let node = serde_json::from_str(text).map_err(|error| ReadError::Json(error.to_string()))?;
    Ok(match node {
        Node::Object(mut entries) => {
            let all = entries.iter().position(|(name, node)| name == "all" && !matches!(node, Node::Text(_)));
            match all.map(|index| entries.swap_remove(index).1) {
                Some(Node::Object(entries)) => named(entries),
                Some(Node::List(list)) => unnamed(list),
                _ => named(entries),
            }
        }
        Node::List(list) => unnamed(list),
        Node::Text(_) | Node::Other => Vec::new(),
    })
}

fn named(entries: Vec<(String, Node)>) -> Vec<(String, Option<String>)> {
    entries.into_iter().map(|(name, node)| (name, node.text())).collect()
}

fn unnamed(list: Vec<Node>) -> Vec<(String, Option<String>)> {
    list.into_iter().map(|node| (String::new(), node.text())).collect()
}

impl Node {
    fn text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("names and FENs")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.to_owned()))
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_unit<E: Error>(self) -> Result<Node, E> {
        Ok(Node::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element()? {
            nodes.push(node);
        }
        Ok(Node::List(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = object.next_entry()? {
            entries.push(entry);
        }
        Ok(Node::Object(entries))
    }
}
