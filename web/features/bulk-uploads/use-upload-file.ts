import { useCallback, useEffect, useRef, useState } from 'react';
import { listMappings } from '#shared/batches.ts';
import { CsvFileError } from '#shared/bulk/errors.ts';
import type { BulkMapping } from '#shared/bulk/mapping.ts';
import type { BulkSheet } from '#shared/bulk/sheet.ts';
import { messages } from '#shared/messages.ts';
import { call } from '#web/lib/api.ts';
import { currentSettings } from '#web/lib/settings.ts';
import { type ReadFile, readSheet } from './read-sheet.ts';

/** Step of the upload dialog. */
export type UploadStep =
  /** No file yet, or the reason why the last file could not be read. */
  | { kind: 'choose'; problem: string | null }
  | { kind: 'reading'; name: string; share: number }
  /** The columns need a mapping; `saved` is the mapping to edit, `reason` explains why a mapping is needed. */
  | { kind: 'mapping'; file: File; headers: readonly string[]; saved: BulkMapping | null; reason: string | null }
  | ({ kind: 'read' } & ReadFile);

/** The file of the upload dialog and its current step. */
export interface UploadFile {
  step: UploadStep;
  read: (file: File, mapping?: BulkMapping) => void;
  /** Returns to the column mapping. */
  remap: () => void;
  /** Replaces the sheet with the rows that remain after a part was sent. */
  continueWith: (sheet: BulkSheet) => void;
  /** Returns to the choice of a file. */
  reset: () => void;
}

const NONE: UploadStep = { kind: 'choose', problem: null };

/** Loads the client's saved column mappings; an addition to the specification (readings R4). */
async function loadSavedMappings(): Promise<readonly BulkMapping[]> {
  if (currentSettings().strict) return [];
  const answer = await call(listMappings).catch(() => null);
  return answer?.results ?? [];
}

/** Holds the state of the upload dialog, from the choice of a file to its rows. */
export function useUploadFile(): UploadFile {
  const [step, setStep] = useState<UploadStep>(NONE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const read = useCallback(async (file: File, mapping?: BulkMapping) => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const show = (next: UploadStep) => control.signal.aborted || setStep(next);
    const onRead = (share: number) => show({ kind: 'reading', name: file.name, share });
    onRead(0);
    let mappings: readonly BulkMapping[] = mapping ? [mapping] : [];
    try {
      if (!mapping) mappings = await loadSavedMappings();
      const found = await readSheet(file, mappings, { onRead, signal: control.signal });
      show({ kind: 'read', ...found });
    } catch (error) {
      if (control.signal.aborted) return;
      if (error instanceof CsvFileError && error.code === 'unknown_columns') {
        show({ kind: 'mapping', file, headers: error.headers, saved: null, reason: error.message });
      } else {
        show({ kind: 'choose', problem: error instanceof CsvFileError ? error.message : messages.internal });
      }
    }
  }, []);

  return {
    step,
    read: (file, mapping) => void read(file, mapping),
    remap() {
      if (step.kind !== 'read' || !step.mapping) return;
      const { file, mapping } = step;
      setStep({ kind: 'mapping', file, headers: mapping.headers, saved: mapping, reason: null });
    },
    continueWith(sheet) {
      setStep((before) => (before.kind === 'read' ? { ...before, sheet } : before));
    },
    reset() {
      running.current?.abort();
      setStep(NONE);
    },
  };
}
