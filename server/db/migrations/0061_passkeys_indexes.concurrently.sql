DROP INDEX CONCURRENTLY IF EXISTS user_factors_credential;
CREATE UNIQUE INDEX CONCURRENTLY user_factors_credential ON user_factors (client_id, user_id, credential_id);
COMMENT ON INDEX user_factors_credential IS 'A user adds a passkey once. Finds the second factors of a user (hasFactor).';
