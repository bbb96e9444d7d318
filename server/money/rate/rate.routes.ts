import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { rate } from '#shared/money/rates.ts';
import { quoteRate } from './rate.ts';

export function rateRoutes(mount: Mount, deps: Deps): void {
  mount.client(rate, ({ caller, body }) => quoteRate(deps, caller, body));
}
