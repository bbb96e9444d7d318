/**
 * SQL of the name of a SKU `k` of the stock: the description of its last receipt, as the lists of stock and returns show it. The picking list
 * and the orders to pack and the results of receipts use it too, so that a SKU has one name in the warehouse.
 *
 * @param fallback SQL of the name in the order, for a SKU without a description, or whose stock another service keeps
 */
export const skuName = (fallback: string): string => `coalesce(nullif(k.description, ''), ${fallback})`;
