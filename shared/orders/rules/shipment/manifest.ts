import { plainCode } from '#shared/kit/text/plain-signs.ts';
import type { ShipmentStateCode } from './shipment-states.ts';

/** States of a printed shipment that waits at its sender. 'Demorado' and 'En Revisión' don't show who holds it. */
export const TO_COLLECT: readonly ShipmentStateCode[] = [
  'registrado',
  'en_preparacion',
  'listo_despacho',
  'planificado',
  'pendiente_retiro',
  'no_retirado',
];

/** States of a manifest: waiting for its hand-over, handed over, cancelled. */
export const MANIFEST_STATES = ['abierto', 'entregado', 'anulado'] as const;

export type ManifestState = (typeof MANIFEST_STATES)[number];

export const MANIFEST_STATE_NAMES: Record<ManifestState, string> = {
  abierto: 'Abierto',
  entregado: 'Entregado',
  anulado: 'Anulado',
};

/** Shipments of one manifest at most; further ones take another manifest. */
export const MAX_MANIFEST_SHIPMENTS = 5000;

/**
 * What became of a listed shipment: it waits for the hand-over, was collected with the manifest, or before by another event, was
 * cancelled or ended otherwise, or was missing at the hand-over. `free`: its manifest was cancelled.
 */
export const MANIFEST_SHIPMENT_STATUSES = [
  'waiting',
  'collected',
  'collected_before',
  'ended',
  'missing',
  'free',
] as const;

export type ManifestShipmentStatus = (typeof MANIFEST_SHIPMENT_STATUSES)[number];

export const MANIFEST_SHIPMENT_STATUS_NAMES: Record<ManifestShipmentStatus, string> = {
  waiting: 'Por entregar',
  collected: 'Retirado',
  collected_before: 'Ya estaba retirado',
  ended: 'No se retira',
  missing: 'Faltó',
  free: 'Quedó libre',
};

/** A manifest's year and its number in that year. */
export interface ManifestNumber {
  year: number;
  number: number;
}

/** Formats a manifest's number: 'COL-2026-000123'. */
export const manifestCode = ({ year, number }: ManifestNumber): string =>
  `COL-${year}-${String(number).padStart(6, '0')}`;

// A scanner that is set to a US keyboard types ' for - on a Spanish one.
const CODE = /^COL[-'](20\d\d)[-'](\d{6,9})$/;

/** Reads a manifest's number from typed or scanned text; null for any other text. */
export function parseManifestCode(text: string): ManifestNumber | null {
  const [, year, number] = CODE.exec(plainCode(text).toUpperCase()) ?? [];
  return year === undefined || number === undefined ? null : { year: Number(year), number: Number(number) };
}

/** Reason for a scanned code that is no label's. */
export const UNREADABLE_LABEL = 'No es la etiqueta de un bulto: escaneala de nuevo o escribí su código';
