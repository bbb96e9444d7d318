import { useEffect, useRef, useState } from 'react';
import { productColumn } from '#shared/bulk/product-file/check-product.ts';
import type { ProductSheet } from '#shared/bulk/product-file/product-sheet.ts';
import {
  type Existing,
  type ImportResult,
  importProducts,
  MAX_IMPORTED,
} from '#shared/orders/product/product-import.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { call } from '#web/kit/call/api.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { newIdempotencyKey } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { productBody } from '#web/orders/product/product-form.ts';

/** The result of an import. */
export interface ImportOutcome {
  counts: Record<ImportResult['result'], number>;
  /** Reasons of refused rows, by row number. */
  refused: ReadonlyMap<number, readonly string[]>;
}

export interface SendProducts {
  /** Resolves with the result of the valid rows; null when interrupted or stopped. */
  send: (sheet: ProductSheet, existing: Existing) => Promise<ImportOutcome | null>;
  stop: () => void;
  /** Share of the rows imported so far, 0 to 1; null when no import is running. */
  share: number | null;
  /** Why the last import was interrupted. Remains visible after the alert closes. */
  failure: string | null;
}

/**
 * Sends the rows of a catalogue in sequential batches. A retry of a batch carries its idempotency key. Products imported
 * before a failure are not duplicated, since products are matched by SKU.
 */
export function useSendProducts(): SendProducts {
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const keys = useRef(new Map<string, string>());
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (sheet: ProductSheet, existing: Existing): Promise<ImportOutcome | null> => {
    const rows = sheet.products();
    const counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 };
    const refused = new Map<number, readonly string[]>();
    const control = new AbortController();
    running.current = control;
    setFailure(null);
    setShare(0);
    try {
      for (let at = 0; at < rows.length; at += MAX_IMPORTED) {
        const part = rows.slice(at, at + MAX_IMPORTED);
        const body = { products: part.map(({ product }) => productBody(product)), existing };
        const content = JSON.stringify(body);
        const idempotencyKey = keys.current.get(content) ?? newIdempotencyKey();
        keys.current.set(content, idempotencyKey);
        const { results } = await call(importProducts, { body, idempotencyKey, signal: control.signal });
        results.forEach(({ result, errors }, index) => {
          counts[result] += 1;
          const row = part[index]?.row;
          if (result === 'refused' && row !== undefined) {
            refused.set(
              row,
              errors.map(({ field, message }) => `${productColumn(field) ?? field}: ${message}`),
            );
          }
        });
        setShare(Math.min(1, (at + part.length) / rows.length));
      }
      return { counts, refused };
    } catch (error) {
      if (control.signal.aborted) return null;
      const { message } = asApiError(error);
      alerts.failure(error, 'No se pudo importar el catálogo', message);
      setFailure(`${message} Lo que ya se guardó no se duplica si importás de nuevo.`);
      return null;
    } finally {
      setShare(null);
      // Also after a failure: earlier batches were imported.
      void invalidateApiQueries(listProducts);
    }
  };
  return { send, stop: () => running.current?.abort(), share, failure };
}
