import { parseScannedId, parseScannedLabel } from '#shared/orders/rules/code/scanned-id.ts';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import { manifestCode, parseManifestCode, UNREADABLE_LABEL } from '#shared/orders/rules/shipment/manifest.ts';
import type { CheckedCode, ManifestDetail, ManifestShipment } from '#shared/orders/staff-manifests.ts';
import type { Scan } from './scan-store.ts';

/** `unchecked`: the server hasn't said yet what the code is. */
export type ScanResult = 'listed' | 'surplus' | 'double' | 'refused' | 'unchecked';

export interface JudgedScan extends Scan {
  /** Null for a code that contains no label. */
  label: string | null;
  result: ScanResult;
  reason: string | null;
}

/** The scans of a hand-over against its manifest. */
export interface JudgedScans {
  /** In the order of the scans. */
  rows: JudgedScan[];
  /** Number of shipments that wait for the hand-over. */
  expected: number;
  /** Of these, those that weren't scanned. */
  missing: ManifestShipment[];
  surplus: string[];
  /** Different codes that the server has to check. */
  unchecked: string[];
}

const DOUBLE = 'Ya lo escaneaste';

/** Judges scans by the manifest's list, and those of other codes by what the server said. */
export function judgeScans(
  manifest: ManifestDetail,
  scans: readonly Scan[],
  checked: ReadonlyMap<string, CheckedCode>,
): JudgedScans {
  const waiting = new Map(
    manifest.parcels
      .filter(({ status }) => status === 'waiting' || status === 'missing')
      .map((shipment) => [shipment.shipment_id, shipment]),
  );
  const seen = new Set<string>();
  const present = new Set<string>();
  const surplus: string[] = [];
  const unchecked = new Set<string>();
  const rows = scans.map((scan): JudgedScan => {
    const { key, label } = readCode(scan.code);
    if (seen.has(key)) return { ...scan, label, result: 'double', reason: DOUBLE };
    seen.add(key);
    if (key === manifest.number) {
      for (const each of waiting.keys()) present.add(each);
      return { ...scan, label, result: 'listed', reason: 'Todos los bultos del manifiesto' };
    }
    if (label === null && !parseManifestCode(scan.code) && parseScannedId(scan.code) === null) {
      return { ...scan, label, result: 'refused', reason: UNREADABLE_LABEL };
    }
    if (label !== null && waiting.has(label)) {
      present.add(label);
      return { ...scan, label, result: 'listed', reason: null };
    }
    const said = checked.get(key);
    if (!said) {
      unchecked.add(key);
      return { ...scan, label, result: 'unchecked', reason: null };
    }
    if (said.result === 'surplus' && label !== null) surplus.push(label);
    return { ...scan, label, result: said.result, reason: said.reason };
  });
  const missing = [...waiting.values()].filter(({ shipment_id }) => !present.has(shipment_id));
  return { rows, expected: waiting.size, missing, surplus, unchecked: [...unchecked] };
}

/** Returns the label of a code, and one text for all spellings of it. */
function readCode(code: string): { key: string; label: string | null } {
  const number = parseManifestCode(code);
  if (number) return { key: manifestCode(number), label: null };
  const parsed = parseScannedLabel(code);
  if (!parsed) return { key: code, label: null };
  const label = labelOf(parsed.trackingId, parsed.n);
  return { key: label, label };
}
