import { readProvince } from '#shared/orders/rules/place/read-province.ts';
import { csvText, type ExportedFile, exported, itemsOf } from './shop-exports.ts';

const TAXES = Array.from({ length: 5 }, (_, index) => [`Tax ${index + 1} Name`, `Tax ${index + 1} Value`]).flat();

const HEADERS = [
  'Name',
  'Email',
  'Financial Status',
  'Paid at',
  'Fulfillment Status',
  'Fulfilled at',
  'Accepts Marketing',
  'Currency',
  'Subtotal',
  'Shipping',
  'Taxes',
  'Total',
  'Discount Code',
  'Discount Amount',
  'Shipping Method',
  'Created at',
  'Lineitem quantity',
  'Lineitem name',
  'Lineitem price',
  'Lineitem compare at price',
  'Lineitem sku',
  'Lineitem requires shipping',
  'Lineitem taxable',
  'Lineitem fulfillment status',
  'Billing Name',
  'Billing Street',
  'Billing Address1',
  'Billing Address2',
  'Billing Company',
  'Billing City',
  'Billing Zip',
  'Billing Province',
  'Billing Country',
  'Billing Phone',
  'Shipping Name',
  'Shipping Street',
  'Shipping Address1',
  'Shipping Address2',
  'Shipping Company',
  'Shipping City',
  'Shipping Zip',
  'Shipping Province',
  'Shipping Country',
  'Shipping Phone',
  'Notes',
  'Note Attributes',
  'Cancelled at',
  'Payment Method',
  'Payment Reference',
  'Refunded Amount',
  'Vendor',
  'Outstanding Balance',
  'Employee',
  'Location',
  'Device ID',
  'Id',
  'Tags',
  'Risk Level',
  'Source',
  'Lineitem discount',
  ...TAXES,
  'Phone',
  'Receipt Number',
  'Duties',
  'Billing Province Name',
  'Shipping Province Name',
  'Payment ID',
  'Payment Terms Name',
  'Next Payment Due At',
  'Payment References',
];

const lineOf = (cells: Record<string, string>) => HEADERS.map((header) => cells[header] ?? '');

/** Builds one row of an export by its headers; null for the row of the headers. */
export const shopifyRow = (cells: Record<string, string> | null): readonly string[] =>
  cells ? lineOf(cells) : HEADERS;

/** Builds Shopify's export of 300 orders: commas, UTF-8, one row an item. */
export function shopifyExport(first = 1000): ExportedFile {
  const numberOf = (n: number) => `#${first + n}`;
  const { lines, expected } = exported(numberOf, (n, kind, buyer) =>
    itemsOf(n).map((item, index) => {
      const always = {
        Name: numberOf(n),
        Email: `compra${n}@example.com`,
        'Lineitem name': item.name,
        'Lineitem price': item.price,
        'Lineitem quantity': item.quantity,
        'Lineitem sku': item.sku,
        'Lineitem requires shipping': 'true',
        'Lineitem fulfillment status': kind === 'sent' ? 'fulfilled' : 'pending',
      };
      if (index > 0) return lineOf(always);
      const address = `${buyer.street} ${buyer.number}`.trim();
      const isOneLine = n % 2 === 0 || buyer.unit === '';
      return lineOf({
        ...always,
        'Financial Status': n % 11 === 0 ? 'pending' : 'paid',
        'Fulfillment Status': kind === 'sent' ? 'fulfilled' : 'unfulfilled',
        'Cancelled at': kind === 'cancelled' ? '2026-11-20 10:00:00 -0300' : '',
        Currency: 'ARS',
        'Shipping Method': kind === 'collected in the shop' ? 'Retiro en nuestro local' : 'Envío a domicilio',
        'Billing Name': buyer.name,
        'Billing Phone': buyer.phone,
        'Shipping Name': buyer.name,
        'Shipping Street': `${address}, ${buyer.unit}`,
        'Shipping Address1': isOneLine ? `${address} ${buyer.unit}`.trim() : address,
        'Shipping Address2': isOneLine ? '' : buyer.unit,
        'Shipping Company': buyer.document,
        'Shipping City': buyer.city,
        'Shipping Zip': buyer.zip === '' ? '' : `'${buyer.zip}`,
        'Shipping Province': readProvince(buyer.province)?.letter ?? '',
        'Shipping Province Name': buyer.province,
        'Shipping Country': kind === 'foreign country' ? 'UY' : 'AR',
        'Shipping Phone': n % 6 === 0 ? '' : buyer.phone,
        Notes: n % 8 === 0 ? 'Timbre roto,\nllamar' : '',
      });
    }),
  );
  return { bytes: Buffer.from(csvText([HEADERS, ...lines], ',')), ...expected };
}
