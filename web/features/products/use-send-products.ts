import { useEffect, useRef, useState } from 'react';
import { productColumn } from '#shared/product-file/check-product.ts';
import type { ProductSheet } from '#shared/product-file/sheet.ts';
import { type Existing, type ImportResult, importProducts, MAX_IMPORTED } from '#shared/product-import.ts';
import { listProducts } from '#shared/products.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { newIdempotencyKey } from '#web/lib/mutations.ts';
import { invalidateApiQueries } from '#web/lib/queries.ts';
import { productBody } from '#web/parts/product-dialog/product-form.ts';

/** What came of an import. */
export interface ImportOutcome {
  counts: Record<ImportResult['result'], number>;
  /** Why the gateway refused rows, by their number. */
  refused: ReadonlyMap<number, readonly string[]>;
}

export interface SendProducts {
  /** Answers what came of the rows that are right; null when it was cut off or stopped. */
  send: (sheet: ProductSheet, existing: Existing) => Promise<ImportOutcome | null>;
  stop: () => void;
  /** Share of the rows that are in, 0 to 1; null while nothing is being sent. */
  share: number | null;
  /** Why the last one was cut off; it stays to be read when the alert is gone. */
  failure: string | null;
}

/**
 * Sends the rows of a catalogue in portions, one after the other. What is sent again after a failure carries the keys of
 * before; what was taken already stays as it is, since products are known by their SKU.
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
      // Also what was taken before it was cut off.
      void invalidateApiQueries(listProducts);
    }
  };
  return { send, stop: () => running.current?.abort(), share, failure };
}
