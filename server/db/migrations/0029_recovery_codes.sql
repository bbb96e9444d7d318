-- One-time codes by which somebody of the company, or of the staff, helps a person who lost the phone and the backup codes.

-- NULL for the ten codes that a user keeps.
ALTER TABLE user_backup_codes ADD COLUMN expires_at timestamptz;
COMMENT ON TABLE user_backup_codes IS 'Backup codes of second factors and codes of recovery, which expire; each valid once. Only hashes are stored.';
ALTER TABLE staff_backup_codes ADD COLUMN expires_at timestamptz;
COMMENT ON TABLE staff_backup_codes IS 'Backup codes of second factors and codes of recovery, which expire; each valid once. Only hashes are stored.';
