import { restartClock } from './test-time.ts';

// Each test file begins at the same moment. Only the server that files share sees the time go back, together with its database.
restartClock();
