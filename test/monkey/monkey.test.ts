import { createPortalEntry } from './portal-entry.ts';
import { testWalks } from './test-walks.ts';

testWalks(
  'random clicks, input and keys on any screen cause no error, and the page keeps responding',
  createPortalEntry(),
);
