import type { ProviderCaller } from '#server/platform/http/request/caller.ts';
import { hasPermission } from '#server/platform/http/request/guard.ts';
import { Failure } from '#shared/kit/http/failure.ts';

/** A change of data that decides the prices of quotes and orders, by a call that needs a lesser permission than `tariffs`. */
export interface PriceChange {
  /** Field that changes the prices. */
  field: string;
  /** Spanish sentence that names the former and the new value, and what changes its price. */
  effect: string;
  /** Whether the call's `confirm_prices` is true. */
  confirmed: boolean;
}

const ONLY_TARIFFS = 'Sólo puede hacerlo quien además publica tarifas: pedíselo a un administrador';

/**
 * Lets only callers who may publish tariffs change prices, and only after they confirmed the effect.
 *
 * @throws Failure 403 on the field for other callers; 409 with the code `price_confirmation_required` without a confirmation
 */
export function assertPriceChange(caller: ProviderCaller, { field, effect, confirmed }: PriceChange): void {
  if (!hasPermission(caller, 'tariffs')) {
    const message = `${effect}. ${ONLY_TARIFFS}`;
    throw new Failure(403, message, [{ field, message }], { code: 'permission_required' });
  }
  if (confirmed) return;
  const message = `${effect}. Confirmá el cambio de precios`;
  throw new Failure(409, message, [{ field: 'confirm_prices', message }], { code: 'price_confirmation_required' });
}
