//! Files that are damaged.

use std::fs;
use std::path::{Path, PathBuf};

use bolshak::bases::{BaseError, BaseFile, Kind, file_name};
use bolshak::rules::Variant;

use super::Random;

/// A folder that is gone when the test is over.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bolshak-bases-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A built-in file.
pub(super) fn original(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bases/data").join(name)).unwrap()
}

/// Opens a file of these bytes.
fn open(folder: &Folder, bytes: &[u8]) -> Result<BaseFile, BaseError> {
    let path = folder.0.join("russian-3.wdl");
    // Written under another name first: what is mapped must not change.
    fs::write(folder.0.join("new"), bytes).unwrap();
    fs::rename(folder.0.join("new"), &path).unwrap();
    BaseFile::open(&path, Variant::Russian)
}

/// The file is refused, and the reason is one line with its name.
fn assert_refused(folder: &Folder, bytes: &[u8], what: &str) {
    let error = open(folder, bytes).err().unwrap_or_else(|| panic!("{what}: not refused")).to_string();
    assert!(error.contains("russian-3.wdl: ") && !error.contains('\n'), "{what}: {error}");
    assert!(error.len() > folder.0.display().to_string().len() + 30, "{what}: {error}");
}

#[test]
fn a_file_with_a_changed_byte_is_refused() {
    let (folder, mut random) = (Folder::new("changed"), Random(9));
    for kind in Kind::ALL {
        let bytes = original(&file_name(Variant::Russian, 3, kind));
        assert!(open(&folder, &bytes).is_ok());
        let anywhere: Vec<usize> = (0..200).map(|_| random.below(bytes.len() as u64) as usize).collect();
        // Each byte of the header's fixed part and of the first slices.
        for at in (0..300).chain([bytes.len() - 1]).chain(anywhere) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 + random.below(255) as u8;
            assert_refused(&folder, &damaged, &format!("{kind:?}, byte {at}"));
        }
    }
}

#[test]
fn a_file_that_is_too_short_or_too_long_is_refused() {
    let (folder, mut random) = (Folder::new("cut"), Random(10));
    let bytes = original("russian-3.dtw");
    let anywhere: Vec<usize> = (0..100).map(|_| random.below(bytes.len() as u64) as usize).collect();
    for length in (0..150).chain([bytes.len() - 1]).chain(anywhere) {
        assert_refused(&folder, &bytes[..length], &format!("{length} bytes"));
    }
    for more in [1, 60, 5_000] {
        let longer = [&bytes[..], &vec![0; more]].concat();
        assert_refused(&folder, &longer, &format!("{more} bytes more"));
    }
}

#[test]
fn a_file_of_another_game_is_refused() {
    let folder = Folder::new("game");
    let path = folder.0.join("russian-2.wdl");
    fs::write(&path, original("russian-2.wdl")).unwrap();
    assert!(BaseFile::open(&path, Variant::Russian).is_ok());
    let error = BaseFile::open(&path, Variant::English).unwrap_err().to_string();
    assert!(error.contains("russian") && error.contains("english"), "{error}");
}
