-- Calls of the provider count the mails that they request in their own transaction.

GRANT SELECT, INSERT, UPDATE, DELETE ON rate_limits TO provider;
