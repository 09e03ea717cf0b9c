//! Dates, as game scores have them.

use std::time::{SystemTime, UNIX_EPOCH};

/// The date of today.
pub(super) fn today() -> String {
    date(SystemTime::now())
}

/// The date, in UTC, as `2024.02.29`.
fn date(time: SystemTime) -> String {
    let days = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    // Civil from days, after Howard Hinnant (http://howardhinnant.github.io/date_algorithms.html): years are
    // counted from March, so that a leap day is the last of its year.
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        let at = |days: u64| date(UNIX_EPOCH + Duration::from_secs(days * 86_400 + 5));
        assert_eq!(at(0), "1970.01.01");
        assert_eq!(at(11_016), "2000.02.29");
        assert_eq!(at(19_782), "2024.02.29");
        assert_eq!(at(19_783), "2024.03.01");
        assert_eq!(at(20_088), "2024.12.31");
    }
}
