-- A mail is weekly or monthly: what was mailed last is a month, as 2026-11, or the Monday of a week, as 2026-11-23 (decision 0137).

ALTER TABLE report_subscriptions RENAME mailed_month TO mailed_period;
