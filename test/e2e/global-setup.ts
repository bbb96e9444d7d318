import { execFileSync } from 'node:child_process';
import { OPERATOR_KEY } from '../operator.ts';
import { startWarehouseServer } from '../warehouse-server.ts';
import { startServerProcess } from './server-process.ts';

/**
 * The portal as it is written now, and two servers with demonstration data for all browser tests: one complete, one that
 * answers only what is specified and whose stock another service keeps.
 */
export default async function globalSetup() {
  execFileSync(process.execPath, ['scripts/build-portal.mjs'], { stdio: 'inherit' });
  const warehouse = await startWarehouseServer();
  const [portal, strict] = await Promise.all([
    startServerProcess({ OPS_API_KEY: OPERATOR_KEY }),
    startServerProcess({
      OPS_API_KEY: OPERATOR_KEY,
      STRICT_CONTRACT: '1',
      PUBLIC_STATES_TOKEN: 'un-identificador-fijo',
      ...warehouse.settings,
    }),
  ]);
  process.env.E2E_PORTAL = portal.url;
  process.env.E2E_STRICT = strict.url;
  process.env.E2E_WAREHOUSE = warehouse.url;
  return async () => {
    await Promise.all([portal.stop(), strict.stop()]);
    await warehouse.stop();
  };
}
