/** Kinds of work that the bench measures. */
export const KINDS: readonly string[] = [
  ...['list', 'deep', 'search', 'palette', 'pending', 'console', 'create', 'statistics', 'isolation', 'static'],
  ...['labels', 'growth', 'events', 'wal', 'bulk', 'night', 'start'],
];
