/** The keywords of JSON Schema that the contract's replies use. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  additionalProperties?: JsonSchema | boolean;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** The tracking id of the first order. */
export const TRACKING = 'K7M2P9QX4RT';

/** Texts that screens parse, by key. */
const TEXTS: readonly [key: RegExp, text: string][] = [
  [/^(date|fecha|day|expiry|criticality|.*_date|estimated.*)$/i, '2026-06-10'],
  [/(_at|^at|^since)$/i, '2026-06-10T10:30:00-03:00'],
  [/email/i, 'ana@example.com'],
  [/phone|telefono/i, '1144445555'],
  [/zip/i, '1425'],
  [/cuit|document/i, '30712345671'],
  [/url|init_point|address_link/i, 'https://example.com/enlace'],
  [/province/i, 'C'],
  [/format/i, 'pdf'],
  [/currency/i, 'ARS'],
];

/** Numbers that must be consistent, by key. */
const NUMBERS: Readonly<Record<string, number>> = { page: 1, pages: 1, limit: 10, code: 200, merchant_order_state: 54 };

/** Position of a sampled value in the response: its key, and its row in the list. */
interface Place {
  key: string;
  row: number;
}

/**
 * Builds a deterministic value for a schema. Rows of a list have distinct ids and texts.
 * @param rows length of every array
 */
export function sampleFromSchema(schema: JsonSchema, rows: number): unknown {
  const sampled = (part: JsonSchema, place: Place): unknown => {
    if (part.$ref) return sampled(schema.$defs?.[part.$ref.split('/').at(-1) ?? ''] ?? {}, place);
    if ('const' in part) return part.const;
    if (part.enum) return part.enum[0];
    if (part.allOf) return Object.assign({}, ...part.allOf.map((each) => sampled(each, place)));
    const choices = part.anyOf ?? part.oneOf;
    if (choices) return sampled(choices.find(({ type }) => type !== 'null') ?? {}, place);
    const type = Array.isArray(part.type) ? part.type.find((one) => one !== 'null') : part.type;
    if (type === 'object') {
      const entries = Object.entries(part.properties ?? {});
      return Object.fromEntries(entries.map(([key, each]) => [key, sampled(each, { ...place, key })]));
    }
    if (type === 'array') {
      const { key } = place;
      if (part.prefixItems) return part.prefixItems.map((each) => sampled(each, place));
      return Array.from({ length: rows }, (_, row) => sampled(part.items ?? {}, { key, row }));
    }
    if (type === 'number' || type === 'integer') return numberOf(part, place, rows);
    if (type === 'boolean') return true;
    return type === 'null' ? null : textOf(place);
  };
  return sampled(schema, { key: '', row: 0 });
}

function numberOf({ minimum = 1 }: JsonSchema, { key, row }: Place, rows: number): number {
  if (/^id$|_id$/.test(key)) return row + 1;
  return NUMBERS[key] ?? (/total|count|rows/.test(key) ? rows : Math.max(minimum, 1));
}

function textOf({ key, row }: Place): string {
  // The last letter distinguishes rows.
  if (/tracking/.test(key)) return TRACKING.slice(0, -1) + (row ? String.fromCharCode(65 + row) : TRACKING.at(-1));
  if (/^(label|shipment_id)$/i.test(key)) return `${TRACKING}-${row + 1}`;
  return TEXTS.find(([name]) => name.test(key))?.[1] ?? `Texto ${row + 1} de ${key}`;
}
