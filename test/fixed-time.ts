import { restartClock } from './test-time.ts';

// Each test file begins at the same moment. Files that share a process leave nothing running that would see the time go back.
restartClock();
