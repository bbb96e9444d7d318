import * as z from 'zod/mini';
import { moment, rowId, text } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';
import { filterText, listQuery, page } from '#shared/kit/http/pagination.ts';
import { pathCode } from '#shared/kit/path-code.ts';
import { streetAddress } from './address.ts';
import { MANIFEST_SHIPMENT_STATUSES, MANIFEST_STATES, MAX_MANIFEST_SHIPMENTS } from './rules/shipment/manifest.ts';

/** Codes of one check at most. */
export const MAX_CHECKED_CODES = 500;

/** Scans of one hand-over at most: all listed shipments, and surplus ones. */
export const MAX_SCANS = MAX_MANIFEST_SHIPMENTS + 1000;

const manifest = z.object({
  /** 'COL-2026-000123'. */
  number: z.string(),
  client_id: z.number(),
  company: z.string(),
  /** Why the client is blocked; null for a client that isn't. */
  blocked_reason: z.nullable(z.string()),
  state: z.enum(MANIFEST_STATES),
  /** As it was when the manifest was opened. */
  sender_address: streetAddress,
  orders: z.number(),
  bulks: z.number(),
  /** Grams. */
  weight: z.number(),
  /** Listed shipments that were handed over. */
  collected: z.number(),
  /** Shipments that were handed over without being listed. */
  surplus: z.number(),
  /** ISO 8601, −03:00. */
  created_at: z.string(),
  created_by: z.string(),
  /** When it was handed over or cancelled. */
  closed_at: z.nullable(z.string()),
  closed_by: z.nullable(z.string()),
  cancel_reason: z.nullable(z.string()),
});

export type Manifest = z.output<typeof manifest>;

const manifestShipment = z.object({
  shipment_id: z.string(),
  /** The client's own number. */
  order_id: z.string(),
  n: z.number(),
  /** Shipments of the order. */
  packages: z.number(),
  zip_code: z.string(),
  city: z.string(),
  /** Grams. */
  weight: z.number(),
  /** Declared value in pesos. */
  value: z.number(),
  status: z.enum(MANIFEST_SHIPMENT_STATUSES),
  /** State of the shipment. */
  state: z.string(),
});

export type ManifestShipment = z.output<typeof manifestShipment>;

const manifestDetail = z.object({
  ...manifest.shape,
  /** Declared value of the listed shipments, in pesos. */
  value: z.number(),
  /** In the printed order. */
  parcels: z.array(manifestShipment),
  surplus_parcels: z.array(manifestShipment),
});

export type ManifestDetail = z.output<typeof manifestDetail>;

const params = z.object({ number: pathCode });
const changed = z.object({ message: z.string(), results: manifestDetail });

export const listManifests = endpoint('GET /ops/v1/manifest/', {
  access: 'provider',
  needs: 'read',
  shows: ['text'],
  summary: 'Lists manifests, latest first, by default in every state.',
  query: listQuery({ state: filterText, client: filterText }),
  reply: page(manifest),
});

export const readManifest = endpoint('GET /ops/v1/manifest/:number', {
  access: 'provider',
  needs: 'read',
  shows: ['text'],
  summary: 'Returns a manifest by its number, with its shipments.',
  params,
  reply: z.object({ results: manifestDetail }),
});

export const openManifest = endpoint('POST /ops/v1/client/:clientId/manifest', {
  access: 'provider',
  needs: 'events',
  audit: 'ops.manifest.open',
  shows: ['text'],
  summary: `Opens a manifest of the shipments that wait at an address of a client and are in no open manifest, at most ${MAX_MANIFEST_SHIPMENTS}. 409 if there are none.`,
  params: z.object({ clientId: rowId }),
  body: z.object({ address_id: rowId }),
  reply: changed,
  errorStatuses: [409],
});

export const printManifest = endpoint('GET /ops/v1/manifest/:number/manifest.pdf', {
  access: 'provider',
  needs: 'read',
  summary: 'Renders a manifest for the sender and the driver.',
  params,
  produces: 'application/pdf',
});

export const exportManifest = endpoint('GET /ops/v1/manifest/:number/manifest.csv', {
  access: 'provider',
  needs: 'read',
  summary: 'Exports the shipments of a manifest as CSV, surplus ones at the end.',
  params,
  produces: 'text/csv',
});

export const cancelManifest = endpoint('POST /ops/v1/manifest/:number/cancel', {
  access: 'provider',
  needs: 'events',
  audit: 'ops.manifest.cancel',
  shows: ['text'],
  summary:
    'Cancels an open manifest. Its shipments are free for another one. 409 if it isn’t open, or the hand-over began.',
  params,
  body: z.object({ reason: text({ required: 'Escribí el motivo', max: [200], lines: true }) }),
  reply: changed,
  errorStatuses: [409],
});

/** A code as a scanner read it. */
const code = text({ required: 'Falta el código', max: [200] });

const readCode = {
  code: z.string(),
  /** Null for a code that contains no label. */
  shipment_id: z.nullable(z.string()),
  /** Why it isn't taken, or what is to be known about it. */
  reason: z.nullable(z.string()),
};

const checkedCode = z.object({ ...readCode, result: z.enum(['listed', 'surplus', 'refused']) });

export type CheckedCode = z.output<typeof checkedCode>;

const handedScan = z.object({
  ...readCode,
  /** `collected_before`: by an event that isn't the manifest's. */
  result: z.enum(['collected', 'collected_before', 'refused']),
});

export type HandedScan = z.output<typeof handedScan>;

export const checkCodes = endpoint('POST /ops/v1/manifest/:number/check', {
  access: 'provider',
  needs: 'events',
  audit: null,
  summary:
    'Says for each scanned code whether the hand-over of a manifest would take it: `listed`, `surplus` for another shipment of its client, or `refused` with the reason.',
  params,
  body: z.object({
    codes: z.array(code).check(z.maxLength(MAX_CHECKED_CODES, `Hasta ${MAX_CHECKED_CODES} códigos por llamada`)),
  }),
  reply: z.object({ results: z.array(checkedCode) }),
});

export const handOverManifest = endpoint('POST /ops/v1/manifest/:number/hand-over', {
  access: 'provider',
  needs: 'events',
  audit: 'ops.manifest.hand_over',
  shows: ['text'],
  summary:
    'Records the shipments that were scanned at the hand-over as collected, at the time of their first scan, and closes the manifest. The manifest’s own number stands for all its shipments. Shipments of its client that aren’t listed are collected too. A repeated call changes nothing and answers the same; a later one adds what it scanned. Missing shipments are free for another manifest.',
  params,
  body: z.object({
    scans: z
      .array(z.object({ code, at: moment('Falta at') }))
      .check(z.minLength(1, 'Escaneá al menos un bulto'), z.maxLength(MAX_SCANS, `Hasta ${MAX_SCANS} escaneos`)),
  }),
  maxBytes: 2 * 1024 * 1024,
  reply: z.object({
    message: z.string(),
    results: manifestDetail,
    /** Each different code, in the order of the scans. */
    scans: z.array(handedScan),
  }),
  errorStatuses: [409],
});
