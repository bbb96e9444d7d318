import { useState } from 'react';
import { PRODUCT_HEADER, productLine, STRICT_HEADER } from '#shared/bulk/product-file/columns.ts';
import { listProducts } from '#shared/orders/product/products.ts';
import { alerts } from '#web/lib/alerts.ts';
import { call } from '#web/lib/api.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { csvFile } from '#web/parts/csv-file/csv-file.ts';

/** Products per request (D2 §9). */
const PAGE_SIZE = 9999;

const FILE_NAME = 'Listado Productos.csv';

/**
 * 'Exportar CSV': downloads the filtered products in the format of the import. Uses the specified list call, so that it works
 * with any gateway.
 *
 * @param barcodes whether the gateway has bar codes
 */
export function useExport(filter: Record<string, string>, barcodes: boolean): { run: () => void; running: boolean } {
  const [running, setRunning] = useState(false);

  const run = async () => {
    if (running) return;
    setRunning(true);
    try {
      let text = barcodes ? PRODUCT_HEADER : STRICT_HEADER;
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { results, pagination } = await call(listProducts, { query: { page, limit: PAGE_SIZE, filter } });
        pages = pagination?.pages ?? 1;
        text += results.map((product) => productLine(product, !barcodes)).join('');
      }
      saveFile(csvFile(text, FILE_NAME), FILE_NAME);
    } catch (error) {
      alerts.failure(error, 'No se pudieron exportar los productos', asApiError(error).firstMessage);
    } finally {
      setRunning(false);
    }
  };
  return { run: () => void run(), running };
}
