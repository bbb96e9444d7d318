/** Setting SECRETS_KEY of tests. */
export const TEST_SECRETS_KEY = 'YSBrZXkgdGhhdCBvbmx5IHRoZXNlIHRlc3RzIGtub3c';
