import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { mountResource } from '#server/platform/http/mount-resource.ts';
import * as staffStock from '#shared/warehouse/staff-stock.ts';
import * as stockReturn from '#shared/warehouse/staff-stock-return.ts';
import { listExpiringStock } from './expiring-stock.ts';
import { recordCounts } from './record-counts.ts';
import { listClientLots, recordReceipts, setSkuShelf } from './staff-stock.ts';
import { readReturn, returnToLots } from './stock-return.ts';

/** Mounts the staff's calls about stock (`/api/ops/v1`). */
export function staffStockRoutes(mount: Mount, deps: Deps): void {
  mount.provider(staffStock.recordReceipts, async ({ params, body }) => ({
    results: await recordReceipts(deps, params.clientId, body.receipts),
  }));
  mount.provider(staffStock.recordCounts, async ({ params, body }) => ({
    results: await recordCounts(deps, params.clientId, body.counts),
  }));
  mount.provider(staffStock.setShelf, async ({ params, body }) => ({
    message: 'La ubicación se guardó',
    results: await setSkuShelf(deps, params.clientId, body),
  }));
  mountResource(mount, staffStock.expiringLots, (query) => listExpiringStock(deps, query));
  mount.provider(stockReturn.readStockReturn, async ({ params }) => ({
    results: await readReturn(deps, params.label),
  }));
  mount.provider(stockReturn.recordStockReturn, async ({ params, body }) => ({
    message: body.units.length > 0 ? 'Las unidades volvieron al stock' : 'La devolución se registró',
    results: await returnToLots(deps, params.label, body),
  }));
  mount.provider(staffStock.clientStock, ({ params, query }) => listClientLots(deps, params.clientId, query));
}
