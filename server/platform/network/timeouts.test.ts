import { expect, test } from 'vitest';
import { SQL_TIMEOUTS } from '#server/db/database.ts';
import { STOP_MS } from '#server/stop-on-signal.ts';
import { TIMEOUTS } from './timeouts.ts';

test('each wait ends before the longer one around it', () => {
  const { egressConnect, egressResponse, gatewayResponse, databaseResponse, openRequests } = TIMEOUTS;
  expect(egressConnect).toBeLessThan(egressResponse);
  expect(egressResponse).toBeLessThan(gatewayResponse);
  expect(gatewayResponse).toBeLessThan(openRequests);
  expect(SQL_TIMEOUTS.statement_timeout).toBeLessThan(databaseResponse);
  expect(openRequests).toBeLessThan(STOP_MS);
  expect(Math.max(...Object.values(TIMEOUTS))).toBeLessThan(STOP_MS);
});
